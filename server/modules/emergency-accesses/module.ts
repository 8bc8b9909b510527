import type { OpenModule } from '../../module.ts'
import { listDocuments } from '../documents/index.ts'
import { scansOf } from '../paper/index.ts'
import { readVerifier, describeRelatedEvent } from '../proofs/index.ts'
import { findSignature } from '../signing/index.ts'
import { emergencyAccessFiles, emergencyAccessHandlers } from './emergency-access-handlers.ts'
import { emergencyAccessComposer, notifyOfAccess } from './emergency-access-notice.ts'
import { createEmergencyReader } from './emergency-access-reader.ts'

/** One record opened by the platform in an emergency, for a reason that the practice reads. */
export const emergencyAccesses: OpenModule = ({ database, clock, runJob, files, address }) => ({
  handlers: {
    emergencyAccesses: emergencyAccessHandlers({
      readEmergency: createEmergencyReader({ database, clock }),
      recordDeps: { findSignature, listDocuments, scansOf, readVerifier, describeRelatedEvent },
    }),
  },
  files: emergencyAccessFiles(files),
  jobs: { 'emergency-accesses.tell': (data) => notifyOfAccess(runJob, data) },
  events: ['emergency-access.opened'],
  subscribes: { 'emergency-access.opened': ['emergency-accesses.tell'] },
  topics: { 'emergency-access.changed': 'emergency-accesses' },
  composers: { 'emergency-access': emergencyAccessComposer(address) },
})
