import type { Tooth } from '../../../contract/teeth.ts'

type Rows = readonly (readonly Tooth[])[]

/** Where a key leads from a tooth: the FDI code to focus, or undefined when the key is not one of the chart's. */
export function toothAfterKey(rows: Rows, from: string, key: string): string | undefined {
  const row = rows.findIndex((teeth) => teeth.some(({ fdi }) => fdi === from))
  const arch = rows[row]
  if (!arch) return undefined
  const at = arch.findIndex(({ fdi }) => fdi === from)
  const along = (index: number) => arch[Math.max(0, Math.min(arch.length - 1, index))]?.fdi
  switch (key) {
    case 'ArrowLeft':
      return along(at - 1)
    case 'ArrowRight':
      return along(at + 1)
    case 'Home':
      return along(0)
    case 'End':
      return along(arch.length - 1)
    case 'ArrowUp':
      return opposite(arch, at, rows[row - 1])
    case 'ArrowDown':
      return opposite(arch, at, rows[row + 1])
  }
  return undefined
}

/** The tooth of another row at the same distance from the midline, or that row's last where it is shorter. */
function opposite(
  arch: readonly Tooth[],
  at: number,
  other: readonly Tooth[] | undefined,
): string | undefined {
  if (!other) return arch[at]?.fdi
  const fromMidline = at - arch.length / 2
  const oppositeIndex = Math.max(0, Math.min(other.length - 1, other.length / 2 + fromMidline))
  return other[oppositeIndex]?.fdi
}

type DigitStep = {
  /** The FDI code to focus; undefined where the digit leads nowhere. */
  to: string | undefined
  /** The quadrant that waits for its second digit; empty for none. */
  quadrant: string
}

/** Where a digit leads: the first names a quadrant, the second a tooth of it, as in FDI codes. */
export function toothAfterDigit(rows: Rows, quadrant: string, digit: string): DigitStep {
  const shown = rows.flat().map(({ fdi }) => fdi)
  const code = quadrant + digit
  if (shown.includes(code)) return { to: code, quadrant: '' }
  const first = `${digit}1`
  return shown.includes(first) ? { to: first, quadrant: digit } : { to: undefined, quadrant: '' }
}
