import { expect, test } from 'vitest'
import { aboutOf, checkOf, partOf, restoreStep, stepAfter, stepBefore } from './signing-steps.ts'
import type { Step } from './signing-steps.ts'

test('the way runs from the summary through every part to signing', () => {
  const way: Step[] = ['summary']
  while (way.at(-1) !== 'sign') way.push(stepAfter(way.at(-1)!, 3))
  expect(way).toEqual(['summary', 'part-1', 'part-2', 'part-3', 'confirm', 'sign'])
})

test('the way back is the same way', () => {
  const way: (Step | undefined)[] = ['sign']
  while (way.at(-1)) way.push(stepBefore(way.at(-1)!, 3))
  expect(way).toEqual(['sign', 'confirm', 'part-3', 'part-2', 'part-1', 'summary', undefined])
})

test('questions about what was read stand between reading and confirming, forth and back', () => {
  const way: Step[] = ['summary']
  while (way.at(-1) !== 'sign') way.push(stepAfter(way.at(-1)!, 2, 3))
  expect(way).toEqual(['summary', 'part-1', 'part-2', 'check-1', 'check-2', 'check-3', 'confirm', 'sign'])
  const back: (Step | undefined)[] = ['sign']
  while (back.at(-1)) back.push(stepBefore(back.at(-1)!, 2, 3))
  expect(back.slice(0, -1)).toEqual(way.toReversed())
  expect(stepAfter('everything', 2, 3)).toBe('check-1')
  expect(restoreStep('check-3', 2, 3)).toBe('check-3')
  for (const gone of ['check-4', 'check-0']) expect(restoreStep(gone, 2, 3)).toBe('summary')
  expect(restoreStep('check-1', 2)).toBe('summary')
  expect([checkOf('check-2'), checkOf('part-2')]).toEqual([2, undefined])
})

test('everything on one page leads to confirming, and back to the summary', () => {
  expect(stepAfter('everything', 6)).toBe('confirm')
  expect(stepBefore('everything', 6)).toBe('summary')
})

test('a reload resumes at the kept step, and starts anew when it no longer exists', () => {
  expect(restoreStep('part-4', 6)).toBe('part-4')
  expect(restoreStep('sign', 6)).toBe('sign')
  for (const gone of ['part-7', 'part-0', 'part-', 'part-1e3', 'nowhere', '', null]) {
    expect(restoreStep(gone, 6)).toBe('summary')
  }
})

test('what is asked about a part leads back to it, and about the whole to the summary', () => {
  expect(aboutOf('about-2')).toBe(2)
  expect(aboutOf('part-2')).toBeUndefined()
  expect(stepBefore('about-2', 6)).toBe('part-2')
  expect(stepBefore('about-0', 6)).toBe('summary')
  expect(restoreStep('about-0', 6)).toBe('about-0')
  expect(restoreStep('about-6', 6)).toBe('about-6')
  expect(restoreStep('about-7', 6)).toBe('summary')
})

test('only parts have a number', () => {
  expect(partOf('part-12')).toBe(12)
  expect(partOf('sign')).toBeUndefined()
})
