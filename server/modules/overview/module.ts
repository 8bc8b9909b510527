import type { OpenModule } from '../../module.ts'
import { diskSpace } from '../../platform/files/disk-space.ts'
import { findScannerHealth } from '../file-scans/index.ts'
import { overviewHandlers } from './overview-handlers.ts'

/** How the installation is, at a glance. */
export const overview: OpenModule = ({ config, desk, unconfigured, scanner }) => ({
  handlers: {
    overview: overviewHandlers({
      desk,
      isMailSent: !config.mail.off,
      unconfigured: unconfigured.length,
      hasFileStorage: config.objectStore.off,
      scannerHealth: () => findScannerHealth(scanner),
      diskSpace: () => diskSpace(config.dataDir),
    }),
  },
})
