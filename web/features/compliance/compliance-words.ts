import type { ComplianceItem, CompliancePeriod } from '../../../contract/compliance.ts'
import type { Tone } from '../../ui/plain/badge.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'

type Figure = { value: number | null; count: number; of: number }

/** A figure as it is read: without anything to count it says so. */
export function formatFigure({ value }: Figure, unit: ComplianceItem['unit']): string {
  if (value === null) return 'No data'
  return unit === 'percent' ? `${value}%` : String(value)
}

/** What the figure is of, where there was something to count. */
export const denominatorText = ({ value, count, of }: Figure): string =>
  value === null || of === 0 ? '' : `${count} of ${of}`

type ComplianceTarget = Pick<ComplianceItem, 'target' | 'unit'>

/** What the item aims at, beside a label that says so. */
export const formatTarget = ({ target, unit }: ComplianceTarget): string =>
  target === null ? 'None' : `${target}${unit === 'percent' ? '%' : ''}`

export const targetText = (aim: ComplianceTarget): string =>
  aim.target === null ? 'No target' : `Target ${formatTarget(aim)}`

export const stateWords: Record<ComplianceItem['state'], string> = {
  met: 'Target met',
  below: 'Below target',
  'no-data': 'No data',
  shown: 'No target',
}

export const stateTones: Record<ComplianceItem['state'], Tone> = {
  met: 'ok',
  below: 'warn',
  'no-data': 'neutral',
  shown: 'neutral',
}

export const spanText = ({ from, to }: { from: string; to: string }): string =>
  `${calendarDayText(from)} to ${calendarDayText(to)}`

export const periodWords: Record<CompliancePeriod, string> = {
  month: 'Month',
  quarter: 'Quarter',
  year: 'Year',
  own: 'Custom dates',
}

/** Against the span before: in words, not by an arrow alone. */
export function formatChange({ trend, unit }: Pick<ComplianceItem, 'trend' | 'unit'>): string {
  const before = trend.at(-2)
  if (!before) return ''
  return before.value === null ? 'no data before' : `${formatFigure(before, unit)} before`
}

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** A month such as 2026-11 in words. */
export const monthText = (month: string): string => monthName.format(new Date(`${month}-01T00:00:00Z`))
