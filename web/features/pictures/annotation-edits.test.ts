import { describe, expect, test } from 'vitest'
import {
  annotationFromDrag,
  annotationAfterKey,
  moveAnnotation,
  newAnnotation,
  resizeAnnotation,
} from './annotation-edits.ts'

const mark = newAnnotation('circle', 'a')

test('a new mark stands in the middle, large enough to be seen', () => {
  expect(mark).toMatchObject({ from: { x: 0.4, y: 0.4 }, to: { x: 0.6, y: 0.6 }, tooth: '', note: '' })
})

test('one that is put at an edge is whole', () => {
  expect(newAnnotation('arrow', 'b', { x: 1, y: 0 })).toMatchObject({
    from: { x: 0.8, y: 0 },
    to: { x: 1, y: 0.2 },
  })
})

describe('drawing', () => {
  test('goes from one place to another', () => {
    const drawn = annotationFromDrag('line', 'c', { x: 0.9, y: 0.1 }, { x: 0.2, y: 0.15 })
    expect(drawn).toMatchObject({ shape: 'line', from: { x: 0.9, y: 0.1 }, to: { x: 0.2, y: 0.15 } })
  })

  test('of no length gives a mark of ordinary size', () => {
    const at = { x: 0.5, y: 0.5 }
    expect(annotationFromDrag('circle', 'a', at, { x: 0.505, y: 0.5 })).toEqual(mark)
  })
})

describe('moving', () => {
  test('keeps the size', () => {
    expect(moveAnnotation(mark, { x: 0.1, y: -0.2 })).toMatchObject({
      from: { x: 0.5, y: 0.2 },
      to: { x: 0.7, y: 0.4 },
    })
  })

  test('ends at the edges, still of the same size', () => {
    expect(moveAnnotation(mark, { x: 5, y: -5 })).toMatchObject({
      from: { x: 0.8, y: 0 },
      to: { x: 1, y: 0.2 },
    })
  })
})

test('resizing never makes a mark too small to be seen', () => {
  expect(resizeAnnotation(mark, { x: -0.195, y: -0.195 })).toEqual(mark)
  expect(resizeAnnotation(mark, { x: 0.9, y: 0 }).to).toEqual({ x: 1, y: 0.6 })
})

test.each([
  ['ArrowLeft', false, { from: { x: 0.39, y: 0.4 }, to: { x: 0.59, y: 0.6 } }],
  ['ArrowDown', false, { from: { x: 0.4, y: 0.41 }, to: { x: 0.6, y: 0.61 } }],
  ['ArrowRight', true, { from: { x: 0.4, y: 0.4 }, to: { x: 0.61, y: 0.6 } }],
  ['ArrowUp', true, { from: { x: 0.4, y: 0.4 }, to: { x: 0.6, y: 0.59 } }],
])('%s with Shift %s', (key, shiftKey, after) => {
  expect(annotationAfterKey(mark, { key, shiftKey })).toMatchObject(after)
})

test('other keys do nothing', () => {
  expect(annotationAfterKey(mark, { key: 'a', shiftKey: false })).toBeUndefined()
})
