import { contract } from '../../contract/index.ts'
import type { DemoContext } from './demo-context.ts'

/** What the demo practice charges: invented fees of a mixed practice; where it also treats on the NHS, the band. */
const fees = [
  ['Composite Filling', '£95', 'Per tooth', ''],
  ['Glass Ionomer Filling', '£75', 'Per tooth', ''],
  ['Amalgam Filling', '', '', 'NHS band 2'],
  ['Temporary Filling', '£45', 'Per tooth', ''],
  ['Scale and Polish', '£65', 'Per treatment', 'NHS band 1'],
  ['Simple Extraction', '£140', 'Per tooth', 'NHS band 2'],
  ['Molar Root Canal', '£595', 'Per tooth', 'NHS band 2'],
  ['Premolar Root Canal', '£475', 'Per tooth', 'NHS band 2'],
  ['Porcelain Crown', '£695', 'Per tooth', 'NHS band 3'],
  ['Single Tooth Implant', '£2,650', 'Per tooth', ''],
  ['Acrylic Partial Denture', '£750', 'Per treatment', 'NHS band 3'],
] as const

/** The fee list, brought in as a practice brings in its own: one file. */
export async function importDemoFees({ owner }: Pick<DemoContext, 'owner'>): Promise<void> {
  const rows = fees.map((row) => row.map((cell) => `"${cell}"`).join(','))
  const file = ['Treatment,Fee,Unit,NHS band', ...rows].join('\r\n')
  const content = Buffer.from(file).toString('base64')
  await owner.call(contract.fees.import, { content, isTrial: false }, { key: 'demo-fees' })
}
