/** A pattern for the messages of a refusal: placeholders such as `<limit>` match any text. */
export function messagePattern(message: string): RegExp {
  const parts = message.split(/<\w+>/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.+')}$`, 's')
}
