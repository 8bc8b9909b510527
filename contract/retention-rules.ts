/**
 * How long records of care are kept at the least, nation by nation, and the earliest day they may be looked at again.
 * Nothing is ever deleted by a date. Import-free, so that browsers may use it as a value.
 */
export const nations = ['england', 'wales', 'scotland', 'northern-ireland'] as const
export type Nation = (typeof nations)[number]

export const nationNames: Record<Nation, string> = {
  england: 'England',
  wales: 'Wales',
  scotland: 'Scotland',
  'northern-ireland': 'Northern Ireland',
}

/**
 * Years after the last care of an adult, and the birthdays until which a child's record is kept: the 25th, or the 26th
 * for somebody who was 17 when care ended. Where codes differ the longer one stands here.
 */
export const retentionYears: Record<Nation, number> = {
  england: 11,
  wales: 11,
  scotland: 10,
  'northern-ireland': 6,
}
export const child_until_age = 25
export const child_of_17_until_age = 26
const adult_age = 18

/** A practice's own choice; null keeps what the nation asks for. */
export type RetentionPolicy = { years: number | null; childUntilAge: number | null }

export type RetentionFacts = {
  /** Calendar dates, `1987-03-04`. */
  dateOfBirth: string
  lastCareOn: string
  /** The day of death, where the practice knows of one. */
  diedOn: string | null
  nation: Nation
  own: RetentionPolicy
}
export type Retention = { reviewOn: string; reason: string }

const twoDigits = (number: number): string => String(number).padStart(2, '0')
const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

/** The same day so many years later; 29 February becomes 1 March where there is none, the later of the two. */
export function yearsAfter(date: string, years: number): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  const then = year + years
  const shifted = month === 2 && day === 29 && !isLeap(then)
  return `${String(then).padStart(4, '0')}-${shifted ? '03-01' : `${twoDigits(month)}-${twoDigits(day)}`}`
}

/** Full years on that day. */
export function ageOn(dateOfBirth: string, date: string): number {
  const years = Number(date.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return yearsAfter(dateOfBirth, years) <= date ? years : years - 1
}

/** Until which birthday the record of somebody is kept who had their last care at this age; null for adults. */
const childRetentionAge = (age: number, own: RetentionPolicy): number | null => {
  if (age >= adult_age) return null
  const least = age === adult_age - 1 ? child_of_17_until_age : child_until_age
  return Math.max(least, own.childUntilAge ?? 0)
}

/**
 * The earliest day on which a practice may decide what becomes of a record, and why that day. The years of somebody who
 * died after their last care run from their death, and a child's birthdays count as if they had lived: codes differ on
 * both, and the longer time stands here.
 */
export function retentionFor({ dateOfBirth, lastCareOn, diedOn, nation, own }: RetentionFacts): Retention {
  const years = Math.max(retentionYears[nation], own.years ?? 0)
  const hasDied = diedOn !== null && diedOn > lastCareOn
  const afterCare = yearsAfter(hasDied ? diedOn : lastCareOn, years)
  const age = ageOn(dateOfBirth, lastCareOn)
  const untilAge = childRetentionAge(age, own)
  const birthday = untilAge === null ? null : yearsAfter(dateOfBirth, untilAge)
  const whose = years > retentionYears[nation] ? 'as this practice decided' : `as in ${nationNames[nation]}`
  if (birthday !== null && birthday > afterCare)
    return {
      reviewOn: birthday,
      reason: `They were ${age} at their last care: a child’s record is kept until the ${untilAge}th birthday.`,
    }
  return {
    reviewOn: afterCare,
    reason: `${years} years after ${hasDied ? 'their death' : 'the last care'}, ${whose}.`,
  }
}
