import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { BASE_URL } from '../fixtures/api-client'
import { freshVendor } from '../fixtures/vendor'

/* Runs the docs' collection as Postman does: its requests in order, with their variables and scripts. */

type Script = { listen: 'prerequest' | 'test'; script: { exec: string[] } }
type Request = {
  method: string
  auth?: { type: string }
  url: { raw: string }
  header: { key: string; value: string }[]
  body?: { raw: string }
}
type Item = { name: string; event: Script[]; request: Request }
type Collection = { variable: { key: string; value: string }[]; item: { item: Item[] }[] }

class Run {
  readonly #variables: Map<string, string>

  constructor(collection: Collection, own: Record<string, string>) {
    const defaults = collection.variable.map(({ key, value }) => [key, value] as const)
    this.#variables = new Map([...defaults, ...Object.entries(own)])
  }

  async send({ name, event, request }: Item): Promise<void> {
    const scripts = (kind: Script['listen']) => event.filter(({ listen }) => listen === kind)
    const collectionVariables = { set: (key: string, value: string) => this.#variables.set(key, value) }
    for (const { script } of scripts('prerequest')) runScript(script.exec, { collectionVariables })
    const { method, url, header, body, auth } = request
    const headers = Object.fromEntries(header.map(({ key, value }) => [key, this.#filled(value)]))
    if (auth?.type !== 'noauth') headers.Authorization = this.#filled('Bearer {{api_key}}')
    const answer = await fetch(this.#filled(url.raw), {
      method,
      headers,
      ...(body ? { body: this.#filled(body.raw) } : {}),
    })
    const text = await answer.text()
    const response = { code: answer.status, text: () => text, json: () => JSON.parse(text) }
    const promise = (title: string, check: () => void) => {
      try {
        check()
      } catch (error) {
        throw new Error(`${name}: ${title}`, { cause: error })
      }
    }
    for (const { script } of scripts('test')) {
      runScript(script.exec, { collectionVariables, response, expect, test: promise })
    }
  }

  #filled(text: string): string {
    return text.replace(/\{\{(\$?\w+)\}\}/g, (_, name: string) => {
      const value = name === '$guid' ? crypto.randomUUID() : this.#variables.get(name)
      if (!value) throw new Error(`the variable ${name} has no value by now`)
      return value
    })
  }
}

function runScript(lines: string[], pm: object): void {
  runInContext(lines.join('\n'), createContext({ pm }))
}

test('the Postman collection runs from an empty account to its end, and then once more', async () => {
  const { key } = await freshVendor()
  const answer = await fetch(`${BASE_URL}/docs/postman.json`)
  const collection = (await answer.json()) as Collection
  for (const _ of ['first run', 'second run']) {
    const run = new Run(collection, { base_url: BASE_URL, api_key: key })
    for (const item of collection.item.flatMap(({ item }) => item)) await run.send(item)
  }
}, 60_000)
