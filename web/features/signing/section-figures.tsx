import type { PatientConsent } from '../../../contract/signing.ts'
import { groupByStudyDepth } from '../../../contract/risk-basis.ts'
import { illustrationsOfSection, type RiskFigure } from '../../../contract/risk-figures.ts'
import { ComparisonList } from '../../ui/plain/comparison-list.tsx'
import { FigureList } from '../../ui/plain/figure-list.tsx'
import { GroupedList } from '../../ui/plain/grouped-list.tsx'
import { languageAttributes, englishAttributes } from './wording-direction.tsx'
import { useWords } from './words-context.tsx'
import { fillPlaceholders } from './words-text.ts'

type SectionFiguresProps = {
  content: PatientConsent['content']
  /** Which section they stand under, counted from 0. */
  sectionIndex: number
  /** Of the headings below the section's own. */
  level: 2 | 3
}

/**
 * What is seen rather than read under the risks: how many people they happen to, in studies and at the practice itself, and
 * how well the serious ones are studied.
 */
export function SectionFigures({ content, sectionIndex, level }: SectionFiguresProps) {
  const { pictures, locale } = useWords()
  const number = new Intl.NumberFormat(locale)
  const inWords = ({ from, to, of }: RiskFigure) => {
    const [count, most, total] = [from, to, of].map((value) => number.format(value)) as [
      string,
      string,
      string,
    ]
    return from === to
      ? fillPlaceholders(pictures.figure, { count, total })
      : fillPlaceholders(pictures.figures, { from: count, to: most, total })
  }
  const sectionPictures = illustrationsOfSection(content, sectionIndex)
  const numbers = (values: Record<string, number>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, number.format(value)]))
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const isSeveral = (content.treatments?.length ?? 1) > 1
  const depthNames = { 'well studied': pictures.wellStudied, 'few studies': pictures.fewStudies }
  const depths = groupByStudyDepth(sectionPictures.serious).map(({ depth, risks }) => ({
    name: depthNames[depth],
    items: risks.map(({ label }) => ({ label, ...languageAttributes(label, content) })),
  }))
  return (
    <>
      {sectionPictures.risks.length > 0 && (
        <FigureList
          title={pictures.numbers}
          level={level}
          lead={pictures.lead}
          range={pictures.range}
          items={sectionPictures.risks.map((risk) => ({
            ...risk,
            ...languageAttributes(risk.label, content),
            text: inWords(risk.figure),
          }))}
          className="mt-8"
        />
      )}
      {sectionPictures.ownFigures.map(({ treatment, title, risks, ...own }) => (
        <ComparisonList
          key={treatment}
          title={pictures.ownTitle}
          level={level}
          lead={
            <>
              {isSeveral && (
                <p {...englishAttributes} className="font-semibold">
                  {title}
                </p>
              )}
              <p>{pictures.ownLead}</p>
              <p>
                {fillPlaceholders(pictures.ownPeople, {
                  ...numbers({ treated: own.treated, known: own.followed }),
                  from: day.format(new Date(own.from)),
                  until: day.format(new Date(own.until)),
                })}{' '}
                {fillPlaceholders(pictures.ownFollowUp, numbers({ days: own.followUpDays }))}
              </p>
            </>
          }
          items={risks.map(({ label, occurred: count, known: total, range, published }) => ({
            label,
            ...languageAttributes(label, content),
            rows: [
              ...(published ? [{ name: pictures.published, text: inWords(published) }] : []),
              {
                name: pictures.ownPractice,
                text: fillPlaceholders(pictures.ownCount, numbers({ count, total })),
                note: fillPlaceholders(
                  pictures.ownChance,
                  numbers({ from: range.from, to: range.to, total: range.of }),
                ),
              },
            ],
          }))}
          className="mt-8"
        />
      ))}
      {depths.length > 0 && (
        <GroupedList title={pictures.studied} level={level} groups={depths} className="mt-8" />
      )}
    </>
  )
}
