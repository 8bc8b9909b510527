import words from '../../../build/content/page.easy-read-lines.json' with { type: 'json' }
import type { LibraryEasyRead } from '../../../build/content/types.d.ts'
import type { TreatmentOption } from '../../../contract/consent-plan.ts'
import type { FrozenContent } from '../../../contract/consents.ts'
import type { RiskDecision } from '../../../contract/histories.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { listBandChanges, listRuleChanges } from '../histories/index.ts'

type Section = FrozenContent['sections'][number]
type EasyRead = NonNullable<Section['easyRead']>
type Page = EasyRead['pages'][number]
type Line = Page['lines'][number]
type LibraryPage = LibraryEasyRead['sections'][number]['pages'][number]
type LibraryLine = LibraryPage['lines'][number]

export type EasyReader = {
  /** Placeholders and conditions of one line for this patient; empty where the line is not said to them. */
  fill: (html: string) => string
  disclosed: readonly Pick<RiskDecision, 'ruleId'>[]
  options: readonly TreatmentOption[]
}

const alternatives = 'Alternatives'

/**
 * A section in Easy Read for one patient. What the rules about them change in the full text changes here as well: a point
 * that may not be said to them is left out, a risk that is more frequent for them moves, and what is said instead stands
 * first, in the words of the full text.
 */
export function renderEasyRead(
  title: string,
  pages: readonly LibraryPage[],
  { fill, disclosed, options }: EasyReader,
): Pick<Section, 'easyRead'> {
  if (pages.length === 0) return {}
  const ruleIds = disclosed.map(({ ruleId }) => ruleId)
  const changes = listRuleChanges(ruleIds).filter(({ section }) => section === title)
  const replaced = new Set(changes.flatMap(({ insteadOf }) => insteadOf))
  const moved = listBandChanges(ruleIds).flatMap(({ risks }) => risks)
  const isLeft = ({ replaces = [] }: LibraryLine) => replaces.some((point) => replaced.has(point))
  const isMoved = ({ risk }: LibraryLine) => risk !== undefined && moved.includes(risk)
  const own = [
    ...[...new Set(changes.map(({ says }) => says))].map(escapeHtml),
    ...pages
      .flatMap(({ lines }) => lines)
      .filter(isMoved)
      .map(({ html }) => fill(html))
      .filter(Boolean),
  ]
  const unsuitable = title === alternatives ? options.filter(({ notSuitable }) => notSuitable) : []
  const lead: Line[] = [
    ...(own.length > 0 ? [{ symbol: 'user', html: words.forYou }] : []),
    ...own.map((html) => ({ symbol: 'warning', html })),
    ...unsuitable.map(({ title: option, notSuitable: reason }) => ({
      symbol: 'thumbs-down',
      html: `${filled(words.choiceForYou, 'option', option)} ${filled(words.why, 'reason', reason)}`,
    })),
  ]
  const rendered = pages.map(({ title: asks, lines }, index) => ({
    title: asks,
    lines: [
      ...(index === 0 ? lead : []),
      ...withoutIdleBands(
        lines
          .filter((line) => !isLeft(line) && !isMoved(line))
          .map((line) => ({ ...line, html: fill(line.html) }))
          .filter(({ html }) => html !== ''),
      ),
    ],
  }))
  return { easyRead: { status: 'draft', pages: rendered.filter(({ lines }) => lines.length > 0) } }
}

const filled = (pattern: string, name: string, value: string): string =>
  pattern.replace(`{${name}}`, () => escapeHtml(value.trim().replace(/\.$/, '')))

/** How often something happens is said only where something follows. */
const withoutIdleBands = (lines: readonly LibraryLine[]): Line[] =>
  lines
    .filter(({ isBand }, index) => !isBand || (lines[index + 1] && !lines[index + 1]!.isBand))
    .map(({ symbol, html }) => ({ symbol, html }))
