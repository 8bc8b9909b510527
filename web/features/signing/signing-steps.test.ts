import { expect, test } from 'vitest'
import {
  aboutOf,
  checkOf,
  partOf,
  restoreStep,
  stepAfter,
  stepBefore,
  stepConfigOf,
} from './signing-steps.ts'
import type { Step } from './signing-steps.ts'

const plain = { parts: 3, hasOptions: false, checks: 0 }
const weighed = { parts: 3, hasOptions: true, checks: 0 }
const checked = { parts: 2, hasOptions: true, checks: 3 }
const forwardSteps: Step[] = ['summary', 'matters', 'part-1', 'part-2', 'part-3', 'confirm', 'sign']

test('the way runs from the summary through what matters and every part to signing', () => {
  const way: Step[] = ['summary']
  while (way.at(-1) !== 'sign') way.push(stepAfter(way.at(-1)!, plain))
  expect(way).toEqual(forwardSteps)
})

test('the way back is the same way', () => {
  const way: (Step | undefined)[] = ['sign']
  while (way.at(-1)) way.push(stepBefore(way.at(-1)!, plain))
  expect(way).toEqual([...forwardSteps.toReversed(), undefined])
})

test('options stand between the reading and the confirming, where there are two', () => {
  expect(stepAfter('part-3', weighed)).toBe('options')
  expect(stepAfter('options', weighed)).toBe('confirm')
  expect(stepBefore('confirm', weighed)).toBe('options')
  expect(stepBefore('options', weighed)).toBe('part-3')
  expect(restoreStep('options', plain)).toBe('summary')
  expect(stepConfigOf({ sections: [1, 2, 3], options: [1, 2] })).toEqual(weighed)
  expect(stepConfigOf({ sections: [1, 2, 3], options: [1] })).toEqual(plain)
  expect(stepConfigOf({ sections: [1, 2, 3] })).toEqual(plain)
})

test('questions about what was read stand before the confirming, forth and back', () => {
  const way: Step[] = ['part-2']
  while (way.at(-1) !== 'sign') way.push(stepAfter(way.at(-1)!, checked))
  expect(way).toEqual(['part-2', 'options', 'check-1', 'check-2', 'check-3', 'confirm', 'sign'])
  expect(stepBefore('confirm', checked)).toBe('check-3')
  expect(stepBefore('check-1', checked)).toBe('options')
  expect(stepAfter('everything', { ...checked, hasOptions: false })).toBe('check-1')
  expect(restoreStep('check-3', checked)).toBe('check-3')
  for (const unknownStep of ['check-4', 'check-0']) expect(restoreStep(unknownStep, checked)).toBe('summary')
  expect(restoreStep('check-1', plain)).toBe('summary')
  expect([checkOf('check-2'), checkOf('part-2')]).toEqual([2, undefined])
  expect(stepConfigOf({ sections: [1, 2], options: [1, 2], understanding: { questions: [1, 2] } })).toEqual(
    checked,
  )
})

test('everything on one page leads past the parts, and back to the summary', () => {
  expect(stepAfter('everything', plain)).toBe('confirm')
  expect(stepAfter('everything', weighed)).toBe('options')
  expect(stepBefore('everything', plain)).toBe('summary')
})

test('a reload resumes at the kept step, and starts anew when it no longer exists', () => {
  for (const storedStep of ['part-3', 'matters', 'sign', 'later', 'call'])
    expect(restoreStep(storedStep, plain)).toBe(storedStep)
  for (const gone of ['part-4', 'part-0', 'part-', 'part-1e3', 'nowhere', '', null]) {
    expect(restoreStep(gone, plain)).toBe('summary')
  }
})

test('what is asked about a part leads back to it, and about the whole to the summary', () => {
  expect(aboutOf('about-2')).toBe(2)
  expect(aboutOf('part-2')).toBeUndefined()
  expect(stepBefore('about-2', plain)).toBe('part-2')
  for (const door of ['about-0', 'later', 'call', 'decline'] as const)
    expect(stepBefore(door, plain)).toBe('summary')
  expect(restoreStep('about-0', plain)).toBe('about-0')
  expect(restoreStep('about-3', plain)).toBe('about-3')
  expect(restoreStep('about-4', plain)).toBe('summary')
})

test('only parts have a number', () => {
  expect(partOf('part-12')).toBe(12)
  expect(partOf('sign')).toBeUndefined()
})
