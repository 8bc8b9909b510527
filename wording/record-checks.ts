import { type LintedTemplate, type Remark, errorRemark } from './linted-template.ts'

const reviewMonths = 24

/** Who wrote it, which version, when it was checked and when it must be looked at again. */
export function checkRecordFields({
  author,
  version,
  checkedOn,
  reviewDue,
  evidence,
}: LintedTemplate): Remark[] {
  const remarks: Remark[] = []
  if (author.trim() === '') remarks.push(errorRemark('', 'author is missing'))
  if (!/^\d+\.\d+$/.test(version)) remarks.push(errorRemark('', "version must look like '1.0'"))
  if (evidence.length === 0) remarks.push(errorRemark('', 'evidence is missing'))
  const checked = Date.parse(checkedOn)
  const due = Date.parse(reviewDue)
  if (Number.isNaN(checked) || Number.isNaN(due)) {
    remarks.push(errorRemark('', 'checkedOn and reviewDue must be dates such as 2026-11-21'))
  } else if (due <= checked || due > monthsAfter(checked, reviewMonths)) {
    remarks.push(errorRemark('', `reviewDue must follow checkedOn within ${reviewMonths} months`))
  }
  return remarks
}

function monthsAfter(instant: number, months: number): number {
  const day = new Date(instant)
  return day.setUTCMonth(day.getUTCMonth() + months)
}
