import words from '../../../build/content/page.consent-plan.json' with { type: 'json' }
import type { FrozenContent } from '../../../contract/consents.ts'
import type { RiskDecision } from '../../../contract/histories.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { listRuleChanges } from '../histories/index.ts'
import { englishTranslator, type PlanTranslator } from './plan-translator.ts'

type Section = FrozenContent['sections'][number]
type Change = ReturnType<typeof listRuleChanges>[number]

/** A section of a text for several treatments has their name behind its title. */
const isAbout = ({ title }: Section, section: string) => title === section || title.startsWith(`${section}: `)

const listItem = /<li>.*?<\/li>/gs

/** The HTML without those points of its lists, by their places. */
function removePoints(html: string, places: ReadonlySet<number>): string {
  let place = 0
  return html
    .replaceAll(listItem, (item) => (places.has(place++) ? '' : item))
    .replaceAll(/<(ul|ol)>\s*<\/\1>/g, '')
    .replaceAll(/\n{2,}/g, '\n')
}

const countPoints = (html: string): number => html.match(listItem)?.length ?? 0

type Replacement = { says: readonly string[]; insteadOf: readonly string[]; own: PlanTranslator | undefined }

function replacePoints(section: Section, { says, insteadOf, own }: Replacement): Section {
  const { content, beside } = section
  const points = [...content.matchAll(listItem)].map(([item]) => item)
  const places = new Set(points.flatMap((item, place) => (insteadOf.includes(item) ? [place] : [])))
  const withSaid = (html: string, translator: PlanTranslator) => {
    const forYou = translator.translatePhrase(words.personalRisks.change)
    const items = says.map(
      (text) => `<p><strong>${forYou}</strong> ${escapeHtml(translator.translateTyped(text, 'risk'))}</p>`,
    )
    return [...items, html].join('\n')
  }
  // A translation has the points of the English in their order. Where somebody made others of them, what is said first
  // counts before what follows.
  const isAlike = beside && countPoints(beside.content) === points.length
  const left = beside && (isAlike ? removePoints(beside.content, places) : beside.content)
  return {
    ...section,
    content: withSaid(removePoints(content, places), englishTranslator),
    ...(beside && {
      beside: {
        ...beside,
        content: withSaid(left!, own ?? englishTranslator),
        ...(says.length > 0 && { status: 'machine' as const }),
      },
    }),
  }
}

/** The wording with what the risks of a patient change beside the risks, such as which painkiller to take. */
export function applyRiskChanges(
  wording: readonly Section[],
  disclosed: readonly Pick<RiskDecision, 'ruleId'>[],
  own?: PlanTranslator,
): Section[] {
  const changes = listRuleChanges(disclosed.map(({ ruleId }) => ruleId))
  const bySection: Map<string, Change[]> = Map.groupBy(changes, ({ section }) => section)
  return [...bySection].reduce(
    (sections, [title, all]) => {
      const says = [...new Set(all.map((change) => change.says))]
      const insteadOf = all.flatMap((change) => change.insteadOf)
      const first = sections.findIndex((section) => isAbout(section, title))
      return sections.map((section, index) =>
        isAbout(section, title)
          ? replacePoints(section, { says: index === first ? says : [], insteadOf, own })
          : section,
      )
    },
    [...wording],
  )
}
