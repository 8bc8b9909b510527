/** What a row hangs on: the ids that were found before anything is taken away. */
export type Owner = 'patients' | 'consents' | 'appointments' | 'messages' | 'deliveries' | 'homeLinks'
type Erased = { table: string; column: string; of: Owner; what: string }

/**
 * Every table that holds something of a patient, children before what they hang on, and what its rows are called on the
 * certificate. A test walks the foreign keys from patients down and fails for a table that is missing here.
 */
export const erasures: readonly Erased[] = [
  { table: 'webhook_attempts', column: 'delivery_id', of: 'deliveries', what: 'News to other programs' },
  { table: 'webhook_deliveries', column: 'consent_id', of: 'consents', what: 'News to other programs' },
  { table: 'write_backs', column: 'consent_id', of: 'consents', what: 'News to other programs' },
  { table: 'kiosk_forms', column: 'consent_id', of: 'consents', what: 'Forms on a tablet' },
  { table: 'day_list_rows', column: 'patient_id', of: 'patients', what: 'Merges and imports' },
  { table: 'day_list_numbers', column: 'patient_id', of: 'patients', what: 'Merges and imports' },
  { table: 'aftercare_steps', column: 'consent_id', of: 'consents', what: 'After treatments' },
  { table: 'treatments_done', column: 'consent_id', of: 'consents', what: 'After treatments' },
  { table: 'worries', column: 'consent_id', of: 'consents', what: 'After treatments' },
  { table: 'aftercare_stops', column: 'consent_id', of: 'consents', what: 'After treatments' },
  { table: 'surveys', column: 'consent_id', of: 'consents', what: 'After treatments' },
  { table: 'appointment_consents', column: 'consent_id', of: 'consents', what: 'Appointments' },
  { table: 'appointment_consents', column: 'appointment_id', of: 'appointments', what: 'Appointments' },
  { table: 'appointments', column: 'patient_id', of: 'patients', what: 'Appointments' },
  { table: 'reminder_plans', column: 'consent_id', of: 'consents', what: 'Reminders and tasks' },
  { table: 'reminders', column: 'consent_id', of: 'consents', what: 'Reminders and tasks' },
  { table: 'tasks', column: 'consent_id', of: 'consents', what: 'Reminders and tasks' },
  { table: 'signatures', column: 'consent_id', of: 'consents', what: 'Signatures' },
  { table: 'patient_sessions', column: 'consent_id', of: 'consents', what: 'Links and openings' },
  { table: 'link_codes', column: 'consent_id', of: 'consents', what: 'Links and openings' },
  { table: 'supporter_openings', column: 'consent_id', of: 'consents', what: 'People who read along' },
  { table: 'supporters', column: 'consent_id', of: 'consents', what: 'People who read along' },
  { table: 'links', column: 'consent_id', of: 'consents', what: 'Links and openings' },
  { table: 'message_news', column: 'message_id', of: 'messages', what: 'Messages' },
  { table: 'messages', column: 'id', of: 'messages', what: 'Messages' },
  { table: 'document_versions', column: 'consent_id', of: 'consents', what: 'Documents' },
  { table: 'paper_uploads', column: 'consent_id', of: 'consents', what: 'Documents' },
  { table: 'paper_files', column: 'consent_id', of: 'consents', what: 'Documents' },
  { table: 'paper_scans', column: 'consent_id', of: 'consents', what: 'Documents' },
  { table: 'consent_pictures', column: 'consent_id', of: 'consents', what: 'Pictures' },
  { table: 'readings', column: 'consent_id', of: 'consents', what: 'How texts were read' },
  {
    table: 'capacity_decisions',
    column: 'consent_id',
    of: 'consents',
    what: 'Whether they could decide, and what was decided for them',
  },
  {
    table: 'capacity_assessments',
    column: 'consent_id',
    of: 'consents',
    what: 'Whether they could decide, and what was decided for them',
  },
  { table: 'question_entries', column: 'consent_id', of: 'consents', what: 'Questions and answers' },
  { table: 'understanding_entries', column: 'consent_id', of: 'consents', what: 'Understanding checks' },
  { table: 'matter_entries', column: 'consent_id', of: 'consents', what: 'What matters to the patient' },
  { table: 'authority_decisions', column: 'consent_id', of: 'consents', what: 'Who may sign' },
  { table: 'countersignatures', column: 'consent_id', of: 'consents', what: 'Signatures' },
  {
    table: 'consent_attestations',
    column: 'consent_id',
    of: 'consents',
    what: 'Conversations and witnesses',
  },
  { table: 'consent_discussions', column: 'consent_id', of: 'consents', what: 'Conversations and witnesses' },
  { table: 'consent_items', column: 'consent_id', of: 'consents', what: 'Consents and their treatments' },
  { table: 'consent_events', column: 'consent_id', of: 'consents', what: 'Events of consents' },
  { table: 'consents', column: 'id', of: 'consents', what: 'Consents and their treatments' },
  { table: 'history_reviews', column: 'patient_id', of: 'patients', what: 'Medical history' },
  { table: 'history_entries', column: 'patient_id', of: 'patients', what: 'Medical history' },
  { table: 'histories', column: 'patient_id', of: 'patients', what: 'Medical history' },
  { table: 'patient_notes', column: 'patient_id', of: 'patients', what: 'Notes' },
  { table: 'patient_merges', column: 'survivor_id', of: 'patients', what: 'Merges and imports' },
  { table: 'patient_merges', column: 'merged_id', of: 'patients', what: 'Merges and imports' },
  { table: 'patient_import_rows', column: 'patient_id', of: 'patients', what: 'Merges and imports' },
  { table: 'home_sessions', column: 'patient_id', of: 'patients', what: 'Links and openings' },
  { table: 'home_links', column: 'id', of: 'homeLinks', what: 'Links and openings' },
  { table: 'legal_holds', column: 'patient_id', of: 'patients', what: 'Holds, requests and packs' },
  { table: 'access_requests', column: 'patient_id', of: 'patients', what: 'Holds, requests and packs' },
  { table: 'record_files', column: 'patient_id', of: 'patients', what: 'Holds, requests and packs' },
  { table: 'patients', column: 'id', of: 'patients', what: 'Personal details' },
]

/** Tables that no key ties to a patient and that may speak of one all the same; keys under which patients are found go with them by a trigger. */
export const traces = { answers: 'idempotency_keys', views: 'saved_views' } as const
