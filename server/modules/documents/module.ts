import type { OpenModule } from '../../module.ts'
import { annexJobs } from './document-annex-jobs.ts'
import { archiveJobs, renewalStateNow } from './document-archive-jobs.ts'
import { documentHandlers, patientDocumentHandlers } from './document-handlers.ts'
import { documentJobs } from './document-jobs.ts'
import { sweepRenewable, sweepUnsealed } from './document-sweep.ts'
import { paperFormHandlers } from './paper-form.ts'
import { letterHandlers } from './patient-letter.ts'
import { previewHandlers } from './template-preview.ts'

/** Sealed records as PDF, letters and forms to print. */
export const documents: OpenModule = (core) => {
  const { clock, runSweep, files, typesetter, previewTypesetter, address, config } = core
  const { sealSigned, sealFinalised } = documentJobs(core)
  const { sealAnnexes, noteAddendum } = annexJobs(core)
  return {
    handlers: {
      documents: {
        ...previewHandlers({ typesetter: previewTypesetter, clock }),
        ...letterHandlers({ typesetter, address }),
        ...patientDocumentHandlers,
      },
      paper: paperFormHandlers({ typesetter, address }),
    },
    files: documentHandlers(files),
    jobs: {
      'documents.seal-signed': sealSigned,
      'documents.seal-finalised': sealFinalised,
      'documents.seal-annexes': sealAnnexes,
      'documents.archive': archiveJobs({ ...core, privateNetworks: config.webhooks.privateNetworks }).archive,
      'documents.note-addendum': noteAddendum,
    },
    events: ['document.sealed'],
    subscribes: {
      'consent.signed': ['documents.seal-signed'],
      'consent.finalised': ['documents.seal-finalised'],
      'consent.verbal': ['documents.note-addendum'],
      'document.sealed': ['documents.note-addendum'],
      'consent.withdrawn': ['documents.seal-annexes'],
      'consent.treatments_withdrawn': ['documents.seal-annexes'],
      'consent.voided': ['documents.seal-annexes'],
    },
    sweeps: {
      'documents.unsealed': { seconds: 600, run: () => sweepUnsealed(runSweep) },
      'documents.unarchived': {
        seconds: 3600,
        run: async () => sweepRenewable(runSweep, await renewalStateNow(core)),
      },
    },
  }
}
