import type { OpenModule } from '../../module.ts'
import { createVideoUrlSigners } from '../videos/index.ts'
import { viewingHandlers } from './viewing-handlers.ts'

/** Which videos of a consent were watched. */
export const viewings: OpenModule = (core) => ({
  handlers: { viewings: viewingHandlers(createVideoUrlSigners(core)) },
})
