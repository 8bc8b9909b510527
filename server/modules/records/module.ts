import type { OpenModule } from '../../module.ts'
import { destructionCertificateRenderer, storedDocuments } from '../documents/index.ts'
import { storedForeignRecords } from '../foreign-records/index.ts'
import { storedScans } from '../paper/index.ts'
import { storedPictures } from '../pictures/index.ts'
import { storedTicketFiles } from '../tickets/index.ts'
import { storedVideoFiles, createVideoFolder } from '../videos/index.ts'
import { dataRequestHandlers } from './data-request-handlers.ts'
import { dataRequestComposer, remindOfRequests, sweepDataRequests } from './data-request-jobs.ts'
import { certificateHandler, destructionHandlers } from './destruction-handlers.ts'
import { destructionJobs, sweepDestructions } from './destruction-jobs.ts'
import { recordFileHandler, recordHandlers } from './record-handlers.ts'
import { recordJobs, sweepRecordFiles } from './record-jobs.ts'
import { storedPacks } from './record-rules.ts'

/** A patient's whole record: given out, and destroyed when its time is over. */
export const records: OpenModule = (core) => {
  const { config, runJob, runSweep, files, address } = core
  const storedFiles = [storedDocuments, storedScans, storedPictures, storedForeignRecords, storedTicketFiles]
  const { makeFile, expireFile } = recordJobs({
    ...core,
    // A practice's videos are nobody's record: they go into its export alone.
    storedFiles: [...storedFiles, storedVideoFiles(createVideoFolder(config))],
  })
  const { destroy } = destructionJobs({
    ...{ ...core, makeCertificate: destructionCertificateRenderer(core) },
    // What stands behind the rows of a record: its documents, and copies that were made of it.
    storedFiles: [...storedFiles, storedPacks],
  })
  return {
    handlers: {
      records: recordHandlers,
      dataRequests: dataRequestHandlers,
      destructions: destructionHandlers,
    },
    files: [recordFileHandler(files), certificateHandler(files)],
    jobs: {
      'records.make-file': makeFile,
      'records.expire-file': expireFile,
      'records.destroy': destroy,
      'records.remind-of-requests': (data) => remindOfRequests(runJob, data),
    },
    // All of a practice is copied.
    jobSeconds: { 'records.make-file': 6 * 3600 },
    composers: { 'data-request-due': dataRequestComposer(address) },
    sweeps: {
      'records.files': { seconds: 600, run: () => sweepRecordFiles(runSweep) },
      'records.requests': { seconds: 3600, run: () => sweepDataRequests(runSweep) },
      'records.destructions': { seconds: 300, run: () => sweepDestructions(runSweep) },
    },
  }
}
