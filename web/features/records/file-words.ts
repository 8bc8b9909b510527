import type { RecordFile } from '../../../contract/records.ts'

/** A size as people read it: '12 kB', '3.4 MB', '1.2 GB'. */
export function sizeText(bytes: number): string {
  const units = ['kB', 'MB', 'GB'] as const
  let size = Math.max(1, bytes / 1000)
  let unit: (typeof units)[number] = 'kB'
  for (const next of units.slice(1)) {
    if (size < 1000) break
    size /= 1000
    unit = next
  }
  const digits = unit === 'kB' || size >= 100 ? 0 : 1
  return `${size.toLocaleString('en-GB', { maximumFractionDigits: digits })} ${unit}`
}

/** How far a file is, in words. */
export function stateText({ status, progress, bytes, failure }: RecordFile): string {
  if (status === 'preparing') return `Being prepared, ${progress}%`
  if (status === 'ready') return `Ready, ${sizeText(bytes ?? 0)}`
  return status === 'failed' ? (failure ?? 'Failed') : 'Expired'
}
