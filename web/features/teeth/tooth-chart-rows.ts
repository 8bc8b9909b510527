import { toothRows, type Tooth } from '../../../contract/teeth.ts'

export type Dentition = 'adult' | 'mixed' | 'baby'

/** Which teeth to show first at an age in years; somebody of 6 to 12 has both kinds. */
export function dentitionAt(age: number): Dentition {
  if (age < 6) return 'baby'
  return age < 13 ? 'mixed' : 'adult'
}

/** The rows of the chart from top to bottom, baby teeth inside, each from the patient's right to their left. */
export function rowsOf(dentition: Dentition): readonly (readonly Tooth[])[] {
  const { upper, upperBaby, lowerBaby, lower } = toothRows
  if (dentition === 'adult') return [upper, lower]
  return dentition === 'baby' ? [upperBaby, lowerBaby] : [upper, upperBaby, lowerBaby, lower]
}
