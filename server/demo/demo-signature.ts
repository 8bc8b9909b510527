import type { Stroke } from '../../contract/signing.ts'

const step_ms = 12

/** A plausible handwritten mark: one sweeping stroke and a short underline, different for each seed. */
export function demoStrokes(seed: number): Stroke[] {
  const sweep = Array.from({ length: 90 }, (_point, i) => ({
    x: 24 + i * 3.1,
    y: 78 + Math.sin(i / (4 + (seed % 3))) * 26 * Math.exp(-i / 120) + Math.cos(i / 9 + seed) * 9,
    time: i * step_ms,
    pressure: 0.4 + 0.3 * Math.abs(Math.sin(i / 7)),
  }))
  const underline = Array.from({ length: 24 }, (_point, i) => ({
    x: 60 + i * 8,
    y: 124 - i * 0.4 + Math.sin(i / 5 + seed) * 2,
    time: 1500 + i * step_ms,
    pressure: 0.5,
  }))
  return [{ points: sweep }, { points: underline }]
}
