import library from '../../../build/content/templates.json' with { type: 'json' }
import type { OpenModule } from '../../module.ts'
import { openFiles } from '../../platform/files/files.ts'
import { invitationLink } from '../registration/index.ts'
import { checkHandlers } from './check-handlers.ts'
import { libraryHandlers } from './library-handlers.ts'
import { completeQueueTrial } from './machine-checks.ts'
import { setupHandlers, createTokenConsumer } from './setup-handlers.ts'
import { trialPatientHandlers } from './trial-patient-handlers.ts'
import { wizardHandlers } from './wizard-handlers.ts'

/** Whoever waits is told what is wrong; it is not tried again for minutes. */
const trialRetries = { call_ms_max: 2000, upload_ms_max: 2000 }

/** The first run of an installation, its checks and its services. */
export const setup: OpenModule = (core) => {
  const { config, runPlatformJob } = core
  const { dataDir, objectStore, sms, timestamps, languageModel } = config
  return {
    handlers: {
      setup: setupHandlers(core),
      setupChecks: {
        ...checkHandlers({
          ...core,
          files: openFiles(objectStore, dataDir, trialRetries),
          ...{ dataDir, smsSettings: sms, timestamps, languageModel },
          isEmbedded: config.database.embedded,
        }),
        ...trialPatientHandlers(core),
      },
      setupLibrary: libraryHandlers({
        ...{ runPlatformJob, consumeToken: createTokenConsumer(core) },
        library: library as never,
      }),
      setupWizard: wizardHandlers({ ...core, inviteLink: invitationLink(core) }),
    },
    jobs: { 'setup.try-queue': (data) => completeQueueTrial(runPlatformJob, data) },
  }
}
