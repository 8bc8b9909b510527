import type { ScreenSignature } from '../../contract/signing.ts'

const points_count = 430

/** A signature of some 30 kB: a long one, drawn in three strokes on a screen that tells many places. */
export const drawnSignature: ScreenSignature = {
  ...{ kind: 'drawn', width: 640, height: 240 },
  strokes: [0, 1, 2].map((stroke) => ({
    points: Array.from({ length: points_count / 3 }, (_point, at) => ({
      x: 40.125 + stroke * 190 + at * 1.28125,
      y: Number((120 + Math.sin(at / 5 + stroke) * 60).toFixed(4)),
      time: stroke * 2000 + at * 8.3125,
      pressure: Number((0.5 + 0.3 * Math.sin(at / 9)).toFixed(6)),
    })),
  })),
}
