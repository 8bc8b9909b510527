import {
  egress_dollars_per_gb,
  cdn_dollars_per_gb,
  cdn_free_gb,
  other_providers_dollars_per_gb,
  storage_dollars_per_gb,
} from '../../../contract/limits.ts'

/** What somebody has of videos, and how often patients play them. */
export type VideoUsageEstimate = { videos: number; megabytesEach: number; viewsAMonth: number }

/** What it costs a month, in dollars. */
export type MonthlyCost = { key: string; label: string; storage: number; bandwidth: number; total: number }

const megabytes_in_gb = 1024

const costOf = (key: string, label: string, storage: number, bandwidth: number): MonthlyCost => ({
  ...{ key, label, storage, bandwidth },
  total: storage + bandwidth,
})

/** The same use at each provider's rates (specification section 9): ours without and with a CDN, then the others. */
export function monthlyCosts({ videos, megabytesEach, viewsAMonth }: VideoUsageEstimate): MonthlyCost[] {
  const kept_gb = (videos * megabytesEach) / megabytes_in_gb
  const shown_gb = (viewsAMonth * megabytesEach) / megabytes_in_gb
  const paid_gb = Math.max(0, shown_gb - cdn_free_gb)
  const storage = kept_gb * storage_dollars_per_gb
  return [
    costOf('plain', 'Our storage', storage, shown_gb * egress_dollars_per_gb),
    costOf('cdn', 'Our storage with a CDN', storage, paid_gb * cdn_dollars_per_gb),
    ...other_providers_dollars_per_gb.map((rates, index) =>
      costOf(
        `other-${index + 1}`,
        `Other provider ${index + 1}`,
        kept_gb * rates.storage,
        shown_gb * rates.bandwidth,
      ),
    ),
  ]
}

/** Dollars as people read them; less than half a cent is not nothing. */
export function dollarText(dollars: number): string {
  if (dollars > 0 && dollars < 0.005) return 'less than $0.01'
  return `$${dollars.toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
}

/** The part of the longest bar that one is drawn with, from 0 to 1. */
export const barFraction = (total: number, costs: readonly MonthlyCost[]): number => {
  const largest = Math.max(...costs.map((cost) => cost.total))
  return largest > 0 ? total / largest : 0
}

/** A number that somebody typed, or null where it is none that makes sense. */
export function parseCount(text: string, max: number): number | null {
  const count = Number(text.trim().replaceAll(',', ''))
  return text.trim() !== '' && Number.isFinite(count) && count >= 0 && count <= max ? count : null
}
