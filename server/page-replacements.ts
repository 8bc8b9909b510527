import type { PlanPrice } from '../contract/billing.ts'
import type { Config } from './config.ts'
import { escapeHtml } from './platform/escape-html.ts'

/** Who runs the installation, a line for each fact that was set. */
function operatorText({ operator }: Pick<Config, 'operator'>): string {
  if (operator.off) return ''
  const { name, postalAddress, companyNumber, icoNumber } = operator
  return [
    name,
    postalAddress,
    companyNumber && `Company number ${companyNumber}`,
    icoNumber && `Registered with the Information Commissioner’s Office: ${icoNumber}`,
  ]
    .filter(Boolean)
    .join('\n')
}

const formatPounds = (pence: number): string =>
  new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency: 'GBP',
    minimumFractionDigits: pence % 100 === 0 ? 0 : 2,
  }).format(pence / 100)

/** What the plans cost, on the page that compares them; a plan without a price asks people to talk to us, as the build left it. */
export function priceReplacements(prices: readonly PlanPrice[]): Record<string, string> {
  const facts: Record<string, string> = {}
  if (prices.length > 0) facts['data-prices="unset"'] = 'data-prices="set"'
  for (const { plan, pence, every } of prices) {
    facts[`data-price="unset ${plan}"`] = 'data-price="set"'
    facts[`[price ${plan}]`] = `${formatPounds(pence)} a ${every}`
  }
  return facts
}

type PageConfig = Pick<Config, 'demo' | 'mode' | 'contact' | 'operator'>

/**
 * What pages say that the build cannot know, by the text that stands in its place in the documents: whether errors show
 * where they came from (rulings 49), whom to write to, and who runs the installation.
 */
export function pageReplacements(
  config: PageConfig,
  { supportEmail }: { supportEmail: string },
): Record<string, string> {
  const facts: Record<string, string> = {}
  if (config.demo || config.mode === 'development') facts['data-mode="production"'] = 'data-mode="demo"'
  if (!config.contact.off) facts[supportEmail] = escapeHtml(config.contact.address)
  if (config.operator.off) return facts
  facts['data-operator="unset"'] = 'data-operator="set"'
  facts['[operator]'] = escapeHtml(operatorText(config))
  return facts
}
