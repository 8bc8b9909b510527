import type { ProcessingEntry } from '../../../contract/data-protection.ts'

type Name = Exclude<keyof ProcessingEntry, 'key' | 'origin' | 'changedBy' | 'changedAt'>

/** What an entry of the processing record says, in the order of Article 30. */
export const processingFields: readonly { name: Name; label: string; missing: string }[] = [
  { name: 'purpose', label: 'Purpose', missing: 'Enter the purpose' },
  { name: 'lawfulBasis', label: 'Lawful basis', missing: 'Enter the lawful basis' },
  { name: 'people', label: 'Whose data', missing: 'Enter whose data it is' },
  { name: 'data', label: 'Which data', missing: 'Enter which data it is' },
  { name: 'recipients', label: 'Who receives it', missing: 'Enter who receives it' },
  { name: 'transfers', label: 'Transfers out of the UK', missing: 'Enter what leaves the UK, or None' },
  { name: 'retention', label: 'How long it is kept', missing: 'Enter how long it is kept' },
  { name: 'security', label: 'How it is protected', missing: 'Enter how it is protected' },
]
