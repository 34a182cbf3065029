/** Formats JSON as a person would, with short objects on one line. */
export function prettyJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/\{\n[^{}[\]]{1,200}\}/g, (object) => {
    const line = object.replace(/\n\s*/g, ' ')
    return line.length <= 90 ? line : object
  })
}
