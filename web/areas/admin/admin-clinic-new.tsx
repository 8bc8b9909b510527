import { useNavigate } from 'react-router'
import { ClinicNewScreen } from '../../features/directory/clinic-new-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import { clinicPaths } from './admin-clinic-paths.ts'

export const meta = () => pageTitle('Add practice')

export default function AdminClinicNew() {
  const navigate = useNavigate()
  return (
    <div className="mx-auto max-w-page">
      <ClinicNewScreen
        listHref={clinicPaths.list}
        onAdded={async (clinicId) => navigate(clinicPaths.view(clinicId))}
      />
    </div>
  )
}
