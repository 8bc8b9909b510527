import { useEffect, useState } from 'react'
import type { TreatmentHierarchy } from '../../../contract/treatments.ts'
import { loadTreatmentHierarchy, type TreatmentSide } from './treatment-hierarchy.ts'

/** The treatment types to choose from and their subtypes; undefined until they are here. */
export function useTreatmentHierarchy(side: TreatmentSide): TreatmentHierarchy | undefined {
  const [hierarchy, setHierarchy] = useState<TreatmentHierarchy>()
  useEffect(() => {
    let wanted = true
    void loadTreatmentHierarchy(side).then((loaded) => wanted && setHierarchy(loaded))
    return () => {
      wanted = false
    }
  }, [side])
  return hierarchy
}
