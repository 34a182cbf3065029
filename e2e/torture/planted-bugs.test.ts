import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PLANTED_BUGS } from './planted-bugs'
import { SCENES } from './scenes'

test.each(PLANTED_BUGS)('$name can still be planted, and names its scenes', ({ changes, scenes }) => {
  for (const { file, from } of changes) {
    expect(readFileSync(file, 'utf8').split(from).length - 1, `${file}: ${from}`).toBe(1)
  }
  const names = SCENES.map(({ name }) => name)
  expect(scenes.filter((scene) => !names.includes(scene))).toEqual([])
})
