import { expect, test } from 'vitest'
import { addStroke, padStrokes, scaleFor } from './signature-strokes.ts'

const portraitField = { width: 320, height: 160 }
const landscapeField = { width: 640, height: 160 }
const point = (x: number, y: number, time: number) => ({ x, y, time, pressure: 0.5 })

test('time runs from the first point of the first stroke, points keep their place', () => {
  const one = addStroke(undefined, [point(10.04, 20, 1_000_000), point(12, 24.26, 1_000_016)], portraitField)
  const two = addStroke(one, [point(50, 60, 1_000_500)], portraitField)
  expect(two).toMatchObject(portraitField)
  expect(two.strokes[0]?.points).toEqual([
    { x: 10, y: 20, time: 0, pressure: 0.5 },
    { x: 12, y: 24.3, time: 16, pressure: 0.5 },
  ])
  expect(two.strokes[1]?.points[0]?.time).toBe(500)
})

test('turning the phone and back changes the view, never the drawing', () => {
  const drawing = addStroke(undefined, [point(300, 150, 5)], portraitField)
  const narrow = { width: 160, height: 160 }
  expect(padStrokes(drawing, landscapeField)[0]?.[0]).toMatchObject({ x: 300, y: 150 })
  expect(padStrokes(drawing, narrow)[0]?.[0]).toMatchObject({ x: 150, y: 75 })
  expect(padStrokes(drawing, portraitField)[0]?.[0]).toMatchObject({ x: 300, y: 150 })
})

test('a stroke drawn in another view lands where the person saw it', () => {
  const drawing = addStroke(undefined, [point(300, 150, 5)], landscapeField)
  const narrow = { width: 320, height: 160 }
  const more = addStroke(drawing, [point(100, 40, 900)], narrow)
  expect(scaleFor(more, narrow)).toBe(0.5)
  expect(padStrokes(more, narrow)[1]?.[0]).toMatchObject({ x: 100, y: 40 })
  expect(more).toMatchObject(landscapeField)
})

test('the frame grows when later strokes use a wider field', () => {
  const drawing = addStroke(undefined, [point(10, 10, 5)], portraitField)
  const wider = addStroke(drawing, [point(600, 20, 50)], landscapeField)
  expect(wider).toMatchObject({ width: 600, height: 160 })
  expect(wider.strokes[1]?.points[0]).toMatchObject({ x: 600, y: 20 })
})

test('pressure and time stay within what a signature may hold', () => {
  const drawing = addStroke(
    undefined,
    [
      { x: 0, y: 0, time: 9, pressure: 1.4 },
      { x: 1, y: 1, time: 4, pressure: -1 },
    ],
    portraitField,
  )
  expect(drawing.strokes[0]?.points).toMatchObject([
    { time: 0, pressure: 1 },
    { time: 0, pressure: 0 },
  ])
})
