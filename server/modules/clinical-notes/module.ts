import patientFactors from '../../../build/content/patient-factors.json' with { type: 'json' }
import shorthand from '../../../build/content/shorthand.json' with { type: 'json' }
import treatments from '../../../build/content/treatments.json' with { type: 'json' }
import type { LibraryShorthand } from '../../../build/content/types.d.ts'
import type { OpenModule } from '../../module.ts'
import { clinicalNoteHandlers } from './clinical-note-handlers.ts'
import { createLanguageModel } from './language-model.ts'

/** Consents read from a clinician's note. */
export const clinicalNotes: OpenModule = ({ config: { languageModel }, rates }) => ({
  handlers: {
    clinicalNotes: clinicalNoteHandlers({
      ...{ shorthand: shorthand as LibraryShorthand, factors: patientFactors.factors, treatments, rates },
      model: languageModel.off
        ? null
        : { name: languageModel.model, ask: createLanguageModel(languageModel) },
    }),
  },
})
