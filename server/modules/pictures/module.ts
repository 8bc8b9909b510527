import type { OpenModule } from '../../module.ts'
import { pictureFileHandlers, pictureHandlers } from './picture-handlers.ts'
import { pictureJobs } from './picture-jobs.ts'

/** Clinical pictures beside a consent. */
export const pictures: OpenModule = ({ runJob, files }) => ({
  handlers: { pictures: pictureHandlers },
  files: pictureFileHandlers(files),
  jobs: pictureJobs({ runJob, files }),
})
