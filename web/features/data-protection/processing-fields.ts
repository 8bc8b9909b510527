import type { ProcessingEntry } from '../../../contract/data-protection.ts'

type Name = Exclude<keyof ProcessingEntry, 'key' | 'origin' | 'changedBy' | 'changedAt'>

/** What an entry of the processing record says, in the order of Article 30. */
export const processingFields: readonly { name: Name; label: string; missing: string }[] = [
  { name: 'purpose', label: 'Purpose', missing: 'Enter the purpose' },
  { name: 'lawfulBasis', label: 'Lawful basis', missing: 'Enter the lawful basis' },
  { name: 'people', label: 'Data subjects', missing: 'Enter the data subjects' },
  { name: 'data', label: 'Categories of data', missing: 'Enter the categories of data' },
  { name: 'recipients', label: 'Recipients', missing: 'Enter the recipients' },
  { name: 'transfers', label: 'Transfers out of the UK', missing: 'Enter the transfers, or None' },
  { name: 'retention', label: 'Retention period', missing: 'Enter the retention period' },
  { name: 'security', label: 'Security measures', missing: 'Enter the security measures' },
]
