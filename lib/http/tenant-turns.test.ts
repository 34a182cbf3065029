import { expect, test } from 'vitest'
import { tenantTurns } from './tenant-turns'

/** Turns whose work ends when the test says so. */
function turns(limits: Parameters<typeof tenantTurns>[0]) {
  const inTurn = tenantTurns(limits)
  const started: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const leave = new Map<string, () => void>()
  /** The first letter of the name is the tenant's. */
  const ask = (name: string) => {
    const requester = {
      tenantId: name.charAt(0),
      onDisconnect: (listener: () => void) => {
        leave.set(name, listener)
      },
    }
    return inTurn(requester, () => {
      started.push(name)
      return new Promise<string>((resolve, reject) => {
        ends.set(name, (error) => (error ? reject(error) : resolve(name)))
      })
    }).catch((error: { code?: string }) => error.code ?? 'failed')
  }
  return { ask, started, end: (name: string, error?: Error) => ends.get(name)?.(error), leave }
}

test('a tenant who asks for many waits for itself, and another one’s work starts at once', async () => {
  const { ask, started, end } = turns({ atOnce: 2, atOncePerTenant: 1, waitingPerTenant: 9 })
  const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map(ask)
  await expect.poll(() => started).toEqual(['a1', 'b1'])
  end('a1')
  await expect.poll(() => started).toEqual(['a1', 'b1', 'c1'])
  end('c1')
  await expect.poll(() => started).toEqual(['a1', 'b1', 'c1', 'a2'])
  end('b1')
  await expect.poll(() => started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2'])
  end('b2')
  end('a2')
  await expect.poll(() => started.at(-1)).toBe('a3')
  end('a3')
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'b2'])
})

test('work that fails gives its turn back', async () => {
  const { ask, started, end } = turns({ atOnce: 1, atOncePerTenant: 1, waitingPerTenant: 9 })
  const [first, second] = [ask('a1'), ask('a2')]
  await expect.poll(() => started).toEqual(['a1'])
  end('a1', new Error('failed'))
  expect(await first).toBe('failed')
  await expect.poll(() => started).toEqual(['a1', 'a2'])
  end('a2')
  expect(await second).toBe('a2')
})

test('beyond the places of its own queue a tenant is refused, and told to come back; others are not', async () => {
  const { ask, started, end } = turns({ atOnce: 1, atOncePerTenant: 1, waitingPerTenant: 2 })
  const waiting = ['a1', 'a2', 'a3'].map(ask)
  expect(await ask('a4')).toBe('rate_limited')
  const other = ask('b1')
  for (const name of ['a1', 'b1', 'a2', 'a3']) {
    await expect.poll(() => started).toContain(name)
    end(name)
  }
  expect(await Promise.all([...waiting, other])).toEqual(['a1', 'a2', 'a3', 'b1'])
})

test('a request whose client is gone leaves its place to the next one, and its work is never done', async () => {
  const { ask, started, end, leave } = turns({ atOnce: 1, atOncePerTenant: 1, waitingPerTenant: 2 })
  const [first, second, third] = ['a1', 'a2', 'a3'].map(ask)
  leave.get('a2')?.()
  expect(await second).toBe('client_gone')
  const fourth = ask('a4')
  // Work under way is not stopped.
  leave.get('a1')?.()
  for (const name of ['a1', 'a3', 'a4']) {
    await expect.poll(() => started).toContain(name)
    end(name)
  }
  expect(await Promise.all([first, third, fourth])).toEqual(['a1', 'a3', 'a4'])
  expect(started).toEqual(['a1', 'a3', 'a4'])
})
