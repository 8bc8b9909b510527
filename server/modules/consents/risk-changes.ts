import words from '../../../build/content/page.consent-plan.json' with { type: 'json' }
import type { FrozenContent } from '../../../contract/consents.ts'
import type { RiskDecision } from '../../../contract/histories.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { changesOfRules } from '../histories/index.ts'

type Section = FrozenContent['sections'][number]
type Change = ReturnType<typeof changesOfRules>[number]

/** A section of a text for several treatments has their name behind its title. */
const isAbout = ({ title }: Section, section: string) => title === section || title.startsWith(`${section}: `)

const withoutItems = (html: string, items: readonly string[]): string =>
  items
    .reduce((left, item) => left.replaceAll(item, ''), html)
    .replaceAll(/<(ul|ol)>\s*<\/\1>/g, '')
    .replaceAll(/\n{2,}/g, '\n')

function changed(section: Section, says: readonly string[], insteadOf: readonly string[]): Section {
  const said = says.map((text) => `<p><strong>${words.personalRisks.change}</strong> ${escapeHtml(text)}</p>`)
  const withSaid = (html: string) => [...said, withoutItems(html, insteadOf)].join('\n')
  const { beside } = section
  return {
    ...section,
    content: withSaid(section.content),
    // What it takes the place of is known in English alone; said first, it counts before what follows.
    ...(beside && { beside: { ...beside, content: withSaid(beside.content) } }),
  }
}

/** The wording with what the risks of a patient change beside the risks, such as which painkiller to take. */
export function withRiskChanges(
  wording: readonly Section[],
  told: readonly Pick<RiskDecision, 'ruleId'>[],
): Section[] {
  const changes = changesOfRules(told.map(({ ruleId }) => ruleId))
  const bySection: Map<string, Change[]> = Map.groupBy(changes, ({ section }) => section)
  return [...bySection].reduce(
    (sections, [title, all]) => {
      const says = [...new Set(all.map((change) => change.says))]
      const insteadOf = all.flatMap((change) => change.insteadOf)
      const first = sections.findIndex((section) => isAbout(section, title))
      return sections.map((section, index) =>
        isAbout(section, title) ? changed(section, index === first ? says : [], insteadOf) : section,
      )
    },
    [...wording],
  )
}
