/** What the messages of a refusal look like: `<limit>` and the like stand for any text. */
export function messagePattern(message: string): RegExp {
  const parts = message.split(/<\w+>/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.+')}$`, 's')
}
