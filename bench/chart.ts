import { CONNECTIONS, type Measured, type Results } from './figures'

const WIDTH = 760
const LEFT = 190
const RIGHT = 150
const TOP = 72
const BAR = 12
const GROUP_GAP = 14
const SCALE = WIDTH - LEFT - RIGHT

/** A bar for each ratio, and a line for each operation's goal, as a standalone SVG. */
export function chartOf({ measured: all, commit, machine, startedAt }: Results): string {
  const measured = all.filter(({ connections }) => connections === CONNECTIONS)
  const names = [...new Set(measured.map(({ operation }) => operation))]
  const sizes = [...new Set(measured.map(({ rows }) => rows))]
  const parts: string[] = []
  let y = TOP
  for (const name of names) {
    const bars = measured.filter(({ operation }) => operation === name)
    const height = bars.length * (BAR + 3) - 3
    parts.push(`<text x="${LEFT - 12}" y="${y + height / 2 + 4}" text-anchor="end">${escaped(name)}</text>`)
    bars.forEach((bar, index) => {
      parts.push(...barOf(bar, y + index * (BAR + 3), sizes.indexOf(bar.rows)))
    })
    const goal = LEFT + (bars[0]?.leastRatio ?? 0) * SCALE
    parts.push(`<path class="goal" d="M${goal} ${y - 3}V${y + height + 3}"/>`)
    y += height + GROUP_GAP
  }
  const axis = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const x = LEFT + share * SCALE
    return `<path class="grid" d="M${x} ${TOP - 10}V${y - 6}"/><text class="small" x="${x}" y="${y + 8}" text-anchor="middle">${share}</text>`
  })
  const legend = sizes.map((rows, index) => {
    const x = LEFT + index * 160
    return `<rect class="bar${index}" x="${x}" y="42" width="12" height="12" rx="2"/><text class="small" x="${x + 18}" y="52">${rows.toLocaleString('en')} invoices</text>`
  })
  const source = [commit && `commit ${commit}`, startedAt.slice(0, 10), machine].filter(Boolean).join(' · ')
  const height = y + 36
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title description" font-family="ui-sans-serif, system-ui, -apple-system, 'Segoe UI', sans-serif" font-size="13">
  <title id="title">Requests per second of Counterfoil, as a share of the floor's</title>
  <desc id="description">${escaped(measured.map(({ operation, rows, ratio }) => `${operation} at ${rows} invoices: ${ratio.toFixed(2)}`).join('; '))}</desc>
  <style>
    .ground { fill: #ffffff; } text { fill: #18181b; } .small { fill: #55555c; font-size: 11.5px; } .head { font-weight: 650; }
    .bar0 { fill: #2b50d6; } .bar1 { fill: #93a7f0; } .grid { stroke: #e2e2de; } .goal { stroke: #c2410c; stroke-width: 2; }
    @media (prefers-color-scheme: dark) {
      .ground { fill: #0d0d0f; } text { fill: #f2f2f3; } .small { fill: #b4b4bb; }
      .bar0 { fill: #7f9bff; } .bar1 { fill: #3d55b0; } .grid { stroke: #2c2c31; } .goal { stroke: #fb923c; }
    }
  </style>
  <rect class="ground" width="${WIDTH}" height="${height}" rx="12"/>
  <text class="head" x="24" y="28">Requests per second, as a share of the floor's; the line is the goal</text>
  ${[...legend, ...axis, ...parts].join('\n  ')}
  <text class="small" x="24" y="${height - 10}">${escaped(source)}</text>
</svg>
`
}

function barOf({ ratio, counterfoil, floor }: Measured, y: number, size: number): string[] {
  // A ratio above 1 ends at the edge; the number beside it is exact.
  const width = Math.min(ratio, 1) * SCALE
  const rates = `${ratio.toFixed(2)} · ${counterfoil.perSecond.toFixed(0)} of ${floor.perSecond.toFixed(0)}/s`
  return [
    `<rect class="bar${size}" x="${LEFT}" y="${y}" width="${Math.max(width, 1).toFixed(1)}" height="${BAR}" rx="2"/>`,
    `<text class="small" x="${LEFT + SCALE + 12}" y="${y + 10}">${rates}</text>`,
  ]
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
