import type { ProcessingEntry } from '../../../contract/data-protection.ts'

type Name = Exclude<keyof ProcessingEntry, 'key' | 'origin' | 'changedBy' | 'changedAt'>

/** What an entry of the processing record says, in the order of Article 30. */
export const processingFields: readonly { name: Name; label: string }[] = [
  { name: 'purpose', label: 'Purpose' },
  { name: 'lawfulBasis', label: 'Lawful basis' },
  { name: 'people', label: 'Whose data' },
  { name: 'data', label: 'Which data' },
  { name: 'recipients', label: 'Who receives it' },
  { name: 'transfers', label: 'Transfers out of the UK' },
  { name: 'retention', label: 'How long it is kept' },
  { name: 'security', label: 'How it is protected' },
]
