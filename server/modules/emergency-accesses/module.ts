import type { OpenModule } from '../../module.ts'
import { documentsOf } from '../documents/index.ts'
import { scansOf } from '../paper/index.ts'
import { stillHolds, wordsBeside } from '../proofs/index.ts'
import { findSignature } from '../signing/index.ts'
import { emergencyAccessFiles, emergencyAccessHandlers } from './emergency-access-handlers.ts'
import { accessComposer, tellOfAccess } from './emergency-access-notice.ts'
import { makeEmergencyReader } from './emergency-access-opening.ts'

/** One record opened by the platform in an emergency, for a reason that the practice reads. */
export const emergencyAccesses: OpenModule = ({ database, clock, runJob, files, address }) => ({
  handlers: {
    emergencyAccesses: emergencyAccessHandlers({
      readEmergency: makeEmergencyReader({ database, clock }),
      recordParts: { findSignature, documentsOf, scansOf, stillHolds, wordsBeside },
    }),
  },
  files: emergencyAccessFiles(files),
  jobs: { 'emergency-accesses.tell': (data) => tellOfAccess(runJob, data) },
  events: ['emergency-access.opened'],
  subscribes: { 'emergency-access.opened': ['emergency-accesses.tell'] },
  topics: { 'emergency-access.changed': 'emergency-accesses' },
  composers: { 'emergency-access': accessComposer(address) },
})
