import type { ClinicDocument, PlatformDocumentKind } from '../../../contract/platform-documents.ts'
import type { Tone } from '../../ui/plain/badge.tsx'

export const documentKindWords: Record<PlatformDocumentKind, string> = {
  terms: 'Terms',
  privacy: 'Privacy notice',
  'data-processing': 'Data processing agreement',
  'safety-case': 'Clinical safety case',
  'hazard-log': 'Hazard log',
  dpia: 'DPIA template',
}

export const acceptanceBadges: Record<ClinicDocument['acceptance'], { tone: Tone; label: string }> = {
  'not-needed': { tone: 'neutral', label: 'To read' },
  accepted: { tone: 'ok', label: 'Accepted' },
  waiting: { tone: 'warn', label: 'To accept' },
}
