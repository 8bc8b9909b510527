import { describe, expect, it } from 'vitest'
import {
  annotationPath,
  annotationSizes,
  annotationShapes,
  type AnnotationForm,
} from './picture-annotations.ts'

const size = { width: 1000, height: 500 }
const mark = (
  shape: AnnotationForm['shape'],
  ends: readonly [number, number, number, number] = [0.2, 0.2, 0.4, 0.6],
): AnnotationForm => ({
  shape,
  from: { x: ends[0], y: ends[1] },
  to: { x: ends[2], y: ends[3] },
})

describe('a mark is drawn in the pixels of its picture', () => {
  it.each([
    ['circle', 'M200 200A100 100 0 1 1 400 200A100 100 0 1 1 200 200Z', { x: 200, y: 100 }],
    ['outline', 'M200 100L400 100L400 300L200 300Z', { x: 200, y: 100 }],
    ['line', 'M200 100L400 300', { x: 200, y: 100 }],
  ] as const)('a %s', (shape, path, sign) => {
    expect(annotationPath(mark(shape), size)).toEqual({ path, sign })
  })

  it('an arrow has its head at its second point', () => {
    const { path } = annotationPath(mark('arrow', [0, 0.5, 0.5, 0.5]), size)
    expect(path).toMatch(
      /^M0 250L500 250M500 250L4\d\d(\.\d)? 2\d\d(\.\d)?M500 250L4\d\d(\.\d)? 2\d\d(\.\d)?$/,
    )
  })

  it('a box is the same, whichever corner it was begun from', () => {
    const forward = annotationPath(mark('circle'), size)
    expect(annotationPath(mark('circle', [0.4, 0.6, 0.2, 0.2]), size)).toEqual(forward)
  })

  it.each(annotationShapes)('the number of a %s is on the picture, wherever the mark is', (shape) => {
    const room = annotationSizes(size).sign
    for (const ends of [
      [0, 0, 0.02, 0.02],
      [1, 1, 0.98, 0.98],
    ] as const) {
      const { sign } = annotationPath(mark(shape, ends), size)
      expect(sign.x).toBeGreaterThanOrEqual(room)
      expect(sign.y).toBeGreaterThanOrEqual(room)
      expect(sign.x).toBeLessThanOrEqual(size.width - room)
      expect(sign.y).toBeLessThanOrEqual(size.height - room)
    }
  })
})
