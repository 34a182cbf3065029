const UNITS = [
  { name: 'h', ms: 3_600_000 },
  { name: 'min', ms: 60_000 },
  { name: 's', ms: 1000 },
]

/** Milliseconds in the words of a timetable: `2 h`, `7 min 30 s`. */
export function inWords(durationMs: number): string {
  let rest = durationMs
  const parts = UNITS.map(({ name, ms }) => {
    const count = name === 's' ? rest / ms : Math.floor(rest / ms)
    rest -= count * ms
    return { name, count }
  })
  return parts
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${count} ${name}`)
    .join(' ')
}
