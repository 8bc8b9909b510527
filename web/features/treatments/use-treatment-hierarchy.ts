import { useEffect, useState } from 'react'
import type { TreatmentHierarchy } from '../../../contract/treatments.ts'
import { loadTreatmentHierarchy, type TreatmentSide } from './treatment-hierarchy.ts'

/** The treatment types to choose from and their subtypes; undefined until they are here. */
export function useTreatmentHierarchy(side: TreatmentSide): TreatmentHierarchy | undefined {
  const [hierarchy, setHierarchy] = useState<TreatmentHierarchy>()
  useEffect(() => {
    let isActive = true
    void loadTreatmentHierarchy(side).then((loaded) => isActive && setHierarchy(loaded))
    return () => {
      isActive = false
    }
  }, [side])
  return hierarchy
}
