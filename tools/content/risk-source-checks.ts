import { type RiskBasis, citationOf } from '../../contract/risk-basis.ts'
import { parseStatedFigure } from '../../contract/risk-figures.ts'
import type { TemplateFields } from './library-schema.ts'
import type { RiskBand } from './library-types.ts'
import type { Source, Sources } from './source-loader.ts'

type WrittenRisk = Pick<TemplateFields['risks'][number], 'label' | 'band' | 'source' | 'finding' | 'searched'>
type Range = readonly [low: number, high: number]

/** The key of what no published source was found for. */
const opinionKey = 'GPK'

/** The rates in 100 that a band stands for, as its heading says to patients; none where it differs. */
const bandRanges: Record<RiskBand, Range | null> = {
  'very common': [10, 100],
  common: [1, 10],
  uncommon: [0.1, 1],
  rare: [0.01, 0.1],
  'very rare': [0, 0.01],
  varies: null,
}

/** A label says 'about': its figure may be rounded by so much. */
const rounding = 0.1

const overlaps = ([low, high]: Range, [from, to]: Range): boolean => low <= to && from <= high

/**
 * A rate that reaches beyond 'very rare' is never told as very rare, and a study that saw none has not shown that it is:
 * the rarer of two bands needs the whole of the figure.
 */
function agrees(band: RiskBand, figure: Range): boolean {
  const range = bandRanges[band]
  if (!range) return true
  const seesNone = figure[1] === 0
  if (band === 'rare' && seesNone) return true
  if (band === 'very rare' && (seesNone || figure[1] > range[1])) return false
  return overlaps(range, figure)
}

const findingOf = ({ finding }: WrittenRisk, source: Source | undefined) =>
  finding === undefined ? undefined : source?.published?.findings[finding]

/** What is wrong with what a risk rests on; its source is known. */
export function checkRiskSource(risk: WrittenRisk, sources: Sources): string[] {
  const { label, band, source: key, finding: name, searched } = risk
  const source = sources.get(key)
  const finding = findingOf(risk, source)
  const problems: string[] = []
  const report = (problem: string) => problems.push(`risk "${label}": ${problem}`)
  if (searched !== undefined && key !== opinionKey)
    report(`only a risk with the source ${opinionKey} says what was searched`)
  if (name === undefined && source?.published) report(`say which finding of "${key}" it rests on`)
  if (name !== undefined && !finding) report(`"${key}" has no finding "${name}"`)
  if (!finding?.in100) return problems
  const [low, high] = finding.in100
  if (!agrees(band, finding.in100))
    report(`the band "${band}" does not agree with ${low} to ${high} in 100 of "${key}"`)
  const stated = parseStatedFigure(label)
  if (stated && !overlaps(statedRange(stated), finding.in100))
    report(`the figure of the label does not agree with ${low} to ${high} in 100 of "${key}"`)
  return problems
}

function statedRange({ from, to, of }: { from: number; to: number; of: number }): Range {
  return [(from / of) * 100 * (1 - rounding), (to / of) * 100 * (1 + rounding)]
}

/** What a risk rests on, as it is shipped; undefined for a source that nobody has graded. */
export function basisOf(risk: WrittenRisk, sources: Sources): RiskBasis | undefined {
  const source = sources.get(risk.source)
  const finding = findingOf(risk, source)
  if (source?.published && finding) {
    const { certainty, in100, per, within } = finding
    const { url } = source.published
    return {
      ...{ certainty, citation: citationOf(source.published), url },
      ...(in100 && { in100, per }),
      ...(within !== undefined && { within }),
    }
  }
  if (risk.source !== opinionKey) return undefined
  return { certainty: 'opinion', ...(risk.searched && { searchedOn: risk.searched.slice(0, 10) }) }
}
