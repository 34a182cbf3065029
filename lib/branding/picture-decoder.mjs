/*
 * Decodes an image from standard input and writes it to standard output as our own PNG, in JSON. It runs in a
 * separate process without the service's environment, so that whatever hostile bytes do to the decoder ends
 * here. Arguments: the maximum side length in pixels, and the box that the PNG has to fit into.
 *
 * Exit codes: 3, not a PNG, JPEG or WebP image; 4, too many pixels; 5, out of time or memory.
 */
import sharp from 'sharp'

const NOT_A_PICTURE = 3
const TOO_LARGE = 4
const OUT_OF_BOUNDS = 5

/** The decoder uses threads of its own, so this timer fires on time. */
const MAX_MEMORY_BYTES = 400 * 1024 * 1024
const MAX_MS = 10_000
setInterval(() => process.memoryUsage.rss() > MAX_MEMORY_BYTES && process.exit(OUT_OF_BOUNDS), 10).unref()
setTimeout(() => process.exit(OUT_OF_BOUNDS), MAX_MS).unref()

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

const [maximumSide, boxWidth, boxHeight, maximumBytes] = process.argv.slice(2).map(Number)
const chunks = []
for await (const chunk of process.stdin) chunks.push(chunk)
const bytes = Buffer.concat(chunks)

try {
  const { width, height, pages = 1 } = await sharp(bytes).metadata()
  if (pages > 1) process.exit(NOT_A_PICTURE)
  if (Math.max(width, height) > maximumSide) process.exit(TOO_LARGE)
  const decoded = await sharp(bytes, { limitInputPixels: maximumSide ** 2 })
    .autoOrient()
    .resize({ width: boxWidth, height: boxHeight, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const encode = (options) => sharp(decoded.data, { raw: decoded.info }).png(options).toBuffer()
  let png = await encode({ compressionLevel: 9 })
  // A photograph, which no lossless encoding makes small.
  if (png.length > maximumBytes) png = await encode({ palette: true })
  process.stdout.write(JSON.stringify({ width, height, png: png.toString('base64') }))
} catch {
  process.exit(NOT_A_PICTURE)
}
