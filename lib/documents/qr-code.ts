import { encode } from 'uqr'

/**
 * A QR code as one SVG path of its dark modules, each a unit square. `size` is the side in modules, including
 * `quietModules` empty ones on every side: scanners want four.
 */
export function qrCode(text: string, quietModules: number): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: quietModules })
  return { path: data.map(pathOfRow).join(''), size }
}

/** One rectangle per run of dark modules makes the path half as long as one square per module. */
function pathOfRow(row: boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue
    const start = x
    while (row[x]) x++
    path += `M${start} ${y}h${x - start}v1H${start}z`
  }
  return path
}
