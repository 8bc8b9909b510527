/**
 * Constants and limits of the product, named with their units (specification section 9 and ours).
 * Import-free, so that browsers may use it as a value.
 */

/** Safety time-outs of the browser's session loading. */
export const auth_loading_ms_max = 3000
export const permissions_loading_ms_max = 5000

/** A script chunk that has not arrived by then is reported as failed, with an offer to reload. */
export const chunk_load_seconds_max = 120

/** A call to the API gives up after this long. */
export const call_ms_max = 70_000

/**
 * The hosted functions and documents in the specification's section 9. Ours run and are kept where the server is.
 */
/** No counterpart: there are no regions; whoever runs the server chooses where. */
export const functions_region = 'us-central1'
/** No counterpart: ids are UUIDs, a type that PostgreSQL knows and checks. */
export const document_id_length = 20

/** The first version of a template that is made here, and how high the text of a section is to write in. */
export const template_version_first = '1.0'
export const section_editor_height_px = 200
/** The same enlarged: it grows with its text from there. */
export const rich_text_height_px_min = 300

/** Videos (specification sections 5 and 9). */
export const video_bytes_max = 104_857_600
export const video_name_length_max = 100
/** An upload that makes no progress for so long has failed; one that advances is never cut off. */
export const upload_idle_seconds_max = 60
export const thumbnail_seconds_max = 10
export const thumbnail_at_seconds = 2
export const thumbnail_width_max = 320
export const thumbnail_height_max = 180
export const thumbnail_quality = 0.8
export const compressed_video_width_max = 1280
export const compressed_video_height_max = 720
/** Played so far, a video counts as watched; seeking further ahead than this is turned back, with a warning. */
export const watched_share_min = 0.9
export const seek_ahead_seconds_max = 1
export const seek_warning_seconds = 2
/** The storage: for how long a call and an upload into it are tried again, and how many rows a page of its list has. */
export const storage_retry_ms_max = 120_000
export const storage_upload_retry_ms_max = 600_000
export const storage_page_max = 1000
/** Dollars per GB: a month of keeping, and showing; with a CDN so many GB are free and the rest costs less. */
export const storage_dollars_per_gb = 0.02
export const egress_dollars_per_gb = 0.12
export const cdn_free_gb = 10_240
export const cdn_dollars_per_gb = 0.08
/** The same of other providers, for comparison. */
export const other_providers_dollars_per_gb = [
  { storage: 0.04, bandwidth: 0.04 },
  { storage: 0.023, bandwidth: 0.085 },
] as const
/** How long browsers and a CDN keep a video, a picture, and anything else. */
export const video_cache_days = 30
export const picture_cache_days = 7
export const other_cache_days = 1

/** A password's least length where nothing is configured, and the one shipped (rulings 37). */
export const password_length_min_default = 6
export const password_length_min = 12
export const password_length_max = 128

/** Sign-in with an identity provider: the window it is shown in, and how long after its closing its answer may come. */
export const popup_width = 500
export const popup_height = 600
export const popup_closed_delay_ms = 8000

/**
 * The hosted provider's client in the specification's section 9. Ours keeps sessions in cookies that no script reads,
 * and asks its own server.
 */
/** No counterpart: calls to sign in have the time of every other call, `call_ms_max`. */
export const provider_network_seconds_max = 30
/** No counterpart: the same on a mobile phone. */
export const provider_network_mobile_seconds_max = 60
/** No counterpart: a session's cookie is not refreshed, it ends when the clinic says. */
export const token_refresh_minutes_early = 5
/** No counterpart: the server alone decides whether a session is over. */
export const token_expired_seconds_early = 30
/** No counterpart: nothing is refreshed in the background, so nothing is tried again there. */
export const token_retry_seconds_min = 30
/** No counterpart: the longest of those pauses. */
export const token_retry_minutes_max = 16
/** How long somebody may take on the sign-in page of a practice system. */
export const system_access_minutes = 10
/** No counterpart: the state of a redirect lives on the server, for as long as the provider may take. */
export const redirect_event_minutes = 10
/** No counterpart: tabs tell one another by BroadcastChannel, nothing is polled. */
export const local_storage_poll_ms = 1000
/** No counterpart: nothing about a session is kept in IndexedDB. */
export const indexed_db_poll_ms = 800
/** No counterpart: there is no token to be in step with. */
export const token_sync_seconds_max = 300

/** Ours: ways to sign in. */
export const sign_in_name_length_max = 254
/** E-mail domains that one practice's single sign-on serves at most, and groups that it maps to levels. */
export const sign_in_domains_max = 50
export const sign_in_groups_max = 100
/** Groups that a connection of several practices maps to a practice and a level. */
export const group_sign_in_levels_max = 1000
/** A group of practices: its name, and the days after which a consent that waits counts as overdue on its board. */
export const group_name_length_max = 120
export const group_overdue_days = 7
/** Templates that a group shares at most. */
export const group_templates_max = 300
/** Rows of one answer of SCIM, and people of one group. */
export const scim_page_max = 100
export const scim_members_max = 1000
/** How long somebody may take at their practice's provider. */
export const single_sign_on_minutes = 10
/** A SAML provider's description of itself, its answer about one person, and how many of its certificates count. */
export const saml_metadata_length_max = 200_000
export const saml_response_bytes_max = 256 * 1024
export const saml_certificates_max = 4
export const email_link_minutes = 15
export const reset_minutes = 60
export const email_verification_minutes = 60
export const invitation_days = 7
/** An invitation is not sent again before, and not more than these are sent by a clinic in a day. */
export const invitation_resend_minutes = 5
export const invitations_a_day_max = 100
export const phone_code_length = 6
export const phone_code_minutes = 5
export const recovery_code_length = 32
export const trusted_device_days = 30
/** How long a proved factor counts before a dangerous act asks for it again. */
export const step_up_minutes = 10
/** How long the people of a new practice have to set up a second factor, counted from when it was added. */
export const second_factor_grace_days = 14
/** How long a sign-in may wait for its second factor. */
export const second_factor_minutes = 10
export const pin_length_min = 4
export const pin_length_max = 8
export const pin_attempts_max = 5
/** How long a second person's attestation waits for the record that it is for. */
export const attestation_minutes = 5

/** From when on somebody on the staff looks left behind: invited and never registered, or registered and not seen. */
export const invited_days_max = 14
export const unused_days_max = 90

/** Ours: sessions. A clinic may set less, never more. */
export const session_hours_max = 12
export const session_idle_minutes_max = 240
/** Where no clinic says otherwise; the database function open_session says the same. */
export const session_idle_minutes_default = 30
export const locked_sessions_max = 8
export const profile_photo_bytes_max = 200 * 1024

/** Ours: links and the proof of a birth date. */
export const link_days = 30
/** What one consent may ask about, and how many ways to go it may weigh. */
export const treatments_max = 5
export const options_max = 5
/** Why a consent is made void, taken back or declined, and why an adoption is withdrawn. */
export const consent_reason_length_max = 500
export const adoption_reason_length_max = 500
/** More than any dental plan costs is a slip of the finger. */
export const price_pence_max = 10_000_000
/** One CSV file of fees: more rows than any practice has treatments, each of some 200 characters. */
export const fees_imported_max = 1000
export const fees_file_bytes_max = 200 * 1024
/** Lists are counted no further: who sees so many narrows them. */
export const list_count_max = 1000
/** Rows of one exported file; who needs more exports the parts of a list. */
export const consents_exported_max = 10_000
/** Saved views of the list that one person keeps, and as many for everyone. */
export const saved_views_max = 30
export const saved_view_name_length_max = 60
/** Usual phrases for the gaps of a consent: their length, how many are offered for one gap, and pinned or hidden for one template. */
export const phrase_length_max = 120
export const phrases_offered_max = 6
export const phrase_choices_max = 100
/** Phrases of a group for one template. */
export const group_phrases_max = 100
/** Pictures of a consent: how many, what somebody may choose, and what is kept of it once it was drawn anew. */
export const own_pictures_max = 5
export const chosen_picture_bytes_max = 10 * 1024 * 1024
export const own_picture_bytes_max = 4 * 1024 * 1024
export const own_picture_side_max = 2048
export const picture_annotations_max = 12
export const home_link_minutes = 60
/** So long a link stays good though a newer one was sent. */
export const home_link_overlap_minutes = 10
export const birth_date_attempts_max = 5
export const patient_session_minutes = 60
/** A code to the phone on file, where the practice asks for one besides the birth date. */
export const link_code_length = 6
export const link_code_minutes = 10
export const link_code_attempts_max = 5
export const link_codes_a_day_max = 5
/** A copy of the signed record is sent again at the patient's wish so often in a day. */
export const copies_a_day_max = 3
/** Somebody whom the patient lets read along: how many at a time and in all, for how long, and how they prove it is them. */
export const supporters_max = 5
export const supporters_ever_max = 20
export const supporter_hours = [24, 72, 168, 336] as const
export const supporter_code_length = 6
export const supporter_attempts_max = 5
export const supporter_session_minutes = 60
export const supporter_name_length_max = 80
export const supporter_relation_length_max = 60
/** Forms that one patient is handed at a time. */
export const kiosk_forms_max = 10

/** Ours: messages to patients. */
export const message_subject_length_max = 120
export const message_text_length_max = 2000
/** Of a text to a phone as a practice writes it, placeholders included; more than three parts are seldom read. */
export const sms_text_length_max = 300
/** A signed post of a mail server is taken this long before and after it was signed. */
export const webhook_timestamp_tolerance_seconds = 300
export const bounce_bytes_max = 256 * 1024

/** Reminders: how many a practice may send by itself, how late, and how soon somebody may send one more by hand. */
export const reminders_max = 4
export const reminder_days_max = 60
export const reminder_days_before_max = 14
export const reminder_interval_hours = 4
export const task_note_length_max = 500

/** After a treatment: messages of one kind, worries of one consent in a day, and what patients write. */
export const aftercare_messages_max = 6
export const worries_a_day_max = 20
export const worry_text_length_max = 500
export const survey_text_length_max = 1000
/** Fewer answers than these would tell who gave them (rulings 58). */
export const scored_answers_min = 5

/** Ours: signatures. */
/** Up to three signatures travel together: the signer's, an interpreter's and a witness's. */
export const signature_bytes_max = 512 * 1024
export const signature_points_max = 20_000
export const signer_name_length_max = 120
/** How a clinician came to it that somebody may sign. */
export const authority_reason_length_max = 2000
export const authority_reason_length_min = 20
/** Signatures on paper: pages of a scan, the bytes of all its files, and how much of the text's hash each page bears. */
export const scan_pages_max = 10
export const scan_bytes_max = 20 * 1024 * 1024
export const paper_code_length = 8
/** Why a patient declines or withdraws, in their own words. */
export const patient_reason_length_max = 1000

/** Questions about a consent: what one may say, and how much a patient may write about one consent. */
export const question_length_max = 1000
export const question_answer_length_max = 4000
export const questions_an_hour_max = 10
export const questions_max = 60
/** One stay with a part in one report, the stays of one report, and the reports about one consent. */
export const reading_interval_ms_max = 10 * 60 * 1000
export const reading_intervals_max = 60
export const readings_max = 3000
/** Reports of watching a video: ranges of one, its speeds, the stay of a transcript, and entries of one consent. */
export const viewing_ranges_max = 60
export const viewing_speed_min = 0.25
export const viewing_speed_max = 2
export const viewing_transcript_ms_max = 60 * 60 * 1000
export const viewings_max = 1500
/** Clocks run apart, and a file may end a little later than it says: so much is let pass, once and in all. */
export const viewing_clock_tolerance_ms = 1_000
export const viewing_end_tolerance_ms = 500

/** Understanding checks: questions of one consent, answers of one question, what one may say, and entries in all. */
export const understanding_questions_usual = 6
export const understanding_answers_max = 6
export const understanding_answer_length_max = 2000
export const understanding_explanation_length_max = 2000
export const understanding_entries_max = 100
/** What matters to a patient: each thing, its answer, a wish to be called, and all entries of one consent. */
export const matter_length_max = 500
export const matter_answer_length_max = 2000
export const call_wish_length_max = 200
export const matter_entries_max = 200

/** Treatment types and templates. */
export const treatment_name_length_max = 120
export const subtypes_max = 200
export const template_name_length_max = 200
export const template_sections_max = 30
/** Of one section, as HTML. */
export const section_length_max = 40_000
/** The same as it is sent, with the markup of whichever program it was written in, which is taken out. */
export const section_markup_length_max = 250_000
/** Taking templates in from files: how many at once, and the characters of each. */
export const imported_files_max = 500
export const imported_text_length_max = 8_000_000
/** Videos of ours: what may be said of one, how many uploads may be open, and for how long one may be gone on with. */
export const video_seconds_max = 4 * 60 * 60
export const video_side_max = 8192
/** A JPEG of at most 320 by 180 pixels as a data address. */
export const thumbnail_length_max = 64 * 1024
export const captions_length_max = 80_000
export const storage_page_usual = 100
export const open_uploads_max = 20
export const upload_hours_max = 24
/** For how long a signed address of a video opens it. */
export const video_address_minutes = 120
/** How long before its review date a template is shown as due, and reminded of; overdue, it is again after as many. */
export const review_notice_days = 30
/** How long before its review date a template of the library is due for clinical review. */
export const clinical_review_notice_days = 60
/** After a clinical review the next one is due in so many days, unless a later date was set. */
export const clinical_review_days = 365
/** An answer sheet of a reviewer's pack, as the file that was chosen: some dozens of items, each with a remark. */
export const answer_sheet_bytes_max = 180 * 1024
/** What a clinical reviewer writes about a version, or about one of its claims. */
export const review_remark_length_max = 2000
/** How many templates a clinician adopts by name in one go; a treatment type is adopted whole. */
export const adoption_batch_max = 100

/** Patients. Who finds more than these types another word; a list without a search counts further. */
export const patient_search_results_max = 200
export const patients_counted_max = 10_000
/** Patients whom somebody opened last in this browser session. */
export const recent_patients_max = 8
/** Of each kind that a search from anywhere answers; whoever looks for more goes to the list. */
export const search_hits_max = 5
/** Consents that somebody opened last in this browser session. */
export const recent_consents_max = 5
export const guardians_max = 6
export const patient_note_length_max = 4000
/** How long two merged records can be taken apart again. */
export const merge_undo_days = 30
/** When to ask again what a patient needs to understand what they are told. */
export const needs_review_months = 12
/** Medical histories: how long a review with the patient counts, and how much one save and one plan may hold. */
export const history_review_days = 90
export const history_facts_saved_max = 100
export const planned_treatments_max = 10
export const risk_statement_length_max = 2000
/** Tables that are brought in from other systems as CSV. */
export const csv_bytes_max = 8 * 1024 * 1024
export const csv_rows_max = 20_000
export const csv_columns_max = 200
/** An import of patients can be undone for so long; then what its file said is forgotten. */
export const import_undo_days = 30
/** A file that was chosen and never imported is forgotten after as many hours. */
export const import_draft_hours = 24
/** A consent form of another system as a PDF: scans of several pages are the largest. */
export const foreign_file_bytes_max = 20 * 1024 * 1024
/** An export's ZIP holds a file for each row of its manifest, and a few that nobody needs. */
export const foreign_archive_entries_max = 25_000
/** Clinical notes: the characters of one, how long a language model may take, and how often one person may ask it. */
export const clinical_note_length_max = 4000
export const language_model_ms_max = 40_000
export const language_model_questions_an_hour_max = 40
/** Whether patients can decide: what is written beside a question, and how many people are asked. */
export const capacity_answer_length_max = 3000
export const capacity_people_max = 10
/** Ways to go that one decision for a patient weighs. */
export const capacity_ways_max = 8
/** Settings of a practice. */
export const logo_bytes_max = 150 * 1024
export const code_word_length_max = 30
export const reflection_hours_max = 60 * 24
/** A signed consent holds so long until it is confirmed anew, and one for a whole course of care. */
export const validity_days = 90
export const course_validity_days = 365
export const validity_days_max = 730
export const link_days_max = 90
export const retention_policy_years_max = 50
/** For so many days after it was added a practice may choose a nation whose records are kept for less. */
export const nation_choice_days = 30
export const child_retention_age_max = 40
export const kiosk_reset_minutes_max = 30

/** Records: requests for one's own data, and files made of them. */
export const record_file_days = 7
/** After somebody has proved that it is them, a file can be fetched for so long. */
export const record_release_minutes = 5
export const record_reason_length_max = 1000
/** So many days before a request about somebody's data is due, those who answer it are reminded. */
export const data_request_notice_days = [7, 2] as const
/** Breaches of personal data: what one entry says, and how soon the commissioner is told (UK GDPR, Article 33). */
export const breach_text_length_max = 2000
export const breach_hours_max = 72
export const processing_text_length_max = 1000
export const processing_entries_max = 60
/** Of a document of the platform: the longest is the hazard log. */
export const platform_document_length_max = 60_000
/** A proposal to destroy a record that nobody confirmed lapses after so long. */
export const destruction_proposal_days = 30
export const destruction_reason_length_max = 300
/** The most that one ZIP holds; beyond it the format itself ends. */
export const record_file_bytes_max = 3_900_000_000
/** Connections to other programs. */
export const api_key_days_max = 365
/** How often the time of a key's last use is noted at most. */
export const api_key_use_minutes = 10
/** How long a link of another program opens Candour at a patient, an appointment or a new consent. */
export const launch_minutes = 5
/** How long somebody has to agree once an app was opened; how long its code and its token are good for then. */
export const smart_launch_minutes = 5
export const smart_code_seconds = 60
export const smart_token_minutes = 15
/** How long an address of an embedded view opens, how long the view may be read then, and what it shows at most. */
export const embed_minutes = 2
export const embed_view_minutes = 60
export const embed_consents_max = 50
/** How often a view that is looked at is read anew. */
export const embed_refresh_seconds = 20
/** Origins that a practice may let show Candour in a frame. */
export const embed_origins_max = 10
export const smart_apps_max = 20
export const smart_redirects_max = 5
/** Of an identifier that another program gives a record, its system before it; and of a treatment's code. */
export const external_identifier_length_max = 120
export const treatment_code_length_max = 60
/** Treatment codes of a practice, and patients who wait to be decided on, that are listed at most. */
export const treatment_codes_max = 2000
export const held_patients_max = 200
/** Resources on one page of a search. */
export const fhir_page_max = 100
export const webhook_endpoints_max = 10
/** Subscriptions that keys asked for and that nobody has switched on yet. */
export const webhook_requests_max = 5
/** For how long a practice system may take to answer. */
export const practice_system_answer_seconds_max = 30
/** For how long news is tried to be delivered, and after how long without one success a webhook is switched off. */
export const webhook_days_max = 3
/** How long a receiver may take to answer. */
export const webhook_answer_seconds_max = 10
/** For how long the signing secret before the newest signs as well. */
export const webhook_secret_overlap_hours = 24
/** For how long a document is tried to be put into the folder before people are called. */
export const write_back_hours_max = 24
/** Ours: news of the clinic on open screens. */
export const live_streams_per_person_max = 6
export const live_heartbeat_seconds = 20
export const live_recheck_seconds = 60
/** How often screens ask by themselves while no news can reach them. */
export const live_poll_seconds = 15
/** Nobody touched keyboard or pointer for so long: what the browser asks then does not keep a session awake. */
export const idle_seconds = 60

/** Ours: the day board. */
export const appointment_minutes_max = 480
export const appointment_treatments_max = 5
/** More than any practice sees in a day; the board of a day has no pages. */
export const appointments_a_day_max = 500
/** Drafts that are prepared at once, in one transaction; asking again prepares the next. */
export const prepared_at_once_max = 100
export const override_reason_length_min = 10
/** How long after treatment was started by mistake that can be undone. */
export const start_undo_seconds = 60
/** Rows of one day list: as many as the board of a day shows. */
export const day_list_rows_max = 500
/** A day list that was brought in can be undone for so long; then what its file said is forgotten. */
export const day_list_undo_days = 7

/** Ours: fingerprints of sealed files that are asked about at once. */
export const evidence_hashes_max = 20

/** Ours: what strangers write to the platform. A page that is sent sooner after it was opened was filled in by a program. */
export const enquiry_length_max = 4000
export const enquiry_seconds_min = 3
export const enquiries_a_day_max = 500
export const enquiry_days = 365

/** Ours: the figures of the platform. A practice counts as begun with a first consent within so many days. */
export const analytics_months_max = 36
/** Ours: the figures of a practice. Groups of fewer are not told of, by language and form of fewer still (rulings 58). */
export const figure_months_max = 60
export const figure_group_min = 5
export const figure_need_group_min = 10
export const activation_days = 14
export const soon_after_reminder_hours = 48
/** Ours: opening one consent of a practice from the platform, for a reason that is written down (rulings 5). */
export const emergency_access_minutes = 60
export const emergency_reason_length_min = 20
export const emergency_reason_length_max = 1000
/** For so long the practice's dashboard says that a record was opened. */
export const emergency_notice_hours = 24

/** Ours: rows of the audit log that one file holds; more is exported in parts. */
export const audit_rows_exported_max = 100_000
export const audit_page_max = 100
/** Ours: support tickets. What one entry may hold, and how many tickets a practice may open in a day. */
export const ticket_subject_length_max = 160
export const ticket_text_length_max = 8000
export const ticket_files_max = 5
export const ticket_file_bytes_max = 4 * 1024 * 1024
export const ticket_files_bytes_max = 10 * 1024 * 1024
export const ticket_file_name_length_max = 120
export const tickets_a_day_max = 50
/** A mail is a third larger than what is in it. More than these to one ticket in a day are a loop, and not taken. */
export const ticket_mail_bytes_max = 16 * 1024 * 1024
export const ticket_mails_a_day_max = 40
/** A ticket that was solved is closed after so long, and one that is closed is deleted. */
export const ticket_solved_days = 14
export const ticket_retention_days = 730
/** For how long it is known which mails were taken. */
export const ticket_mail_dedupe_days = 90
export const canned_answers_max = 200
/** Ours: why a super administrator did something to the running platform. */
export const operation_reason_length_max = 500
/** For how long a job that failed is kept, to be tried again. */
export const failed_job_days = 7
export const announcement_length_max = 300
/** Messages of all clinics that the delivery states are counted of. */
export const deliveries_counted_max = 1000
/** After how long a change of maintenance or of a feature holds on every instance. */
export const switch_propagation_seconds_max = 3

/** For how long a practice keeps what a larger plan held, after a downgrade, an unpaid invoice, a trial or the end of a plan. */
export const plan_grace_days = 30
/** What Stripe posts: an event with one object in it. */
export const payment_event_bytes_max = 512 * 1024
/** How old what was signed may be. */
export const payment_event_seconds_max = 300
/** For how long prices that Stripe told are shown before it is asked again. */
export const price_cache_seconds = 600
/** For how long the amounts of a change of plan hold that was looked at. */
export const plan_preview_minutes = 30
/** For how many days back Stripe is asked for events that did not arrive: at each look, and at most. */
export const payment_event_days = 3
export const payment_event_days_max = 30
/** The newest invoices that a practice is shown; all of them are in Stripe's portal. */
export const invoices_shown_max = 24
export const revenue_months_max = 36
/** How many months ahead revenue is told. */
export const revenue_forecast_months = 3
/** Ours: evidence for inspections. */
export const compliance_note_length_max = 2000
export const compliance_years_max = 3
/** Spans that a trend shows, this one among them. */
export const compliance_trend_periods = 4
/** So many consents that changed are looked at while somebody waits; of more, figures tell that they are not counted yet. */
export const compliance_recount_sync_max = 1000
/** Fewer people than these are not told apart from one another. */
export const compliance_group_min = 10
export const action_title_length_max = 300
export const policy_title_length_max = 120
export const policy_text_length_max = 20_000
export const policies_max = 50
/** No policy is called this: its address is where a group adds one. */
export const reserved_policy_key = 'new'
/** A review is due at most so far ahead, and becomes an action so many days before. */
export const policy_review_years_max = 3
export const policy_reminder_days = 30
export const training_title_length_max = 200
export const training_months = 24
export const certificate_bytes_max = 2 * 1024 * 1024
export const incident_text_length_max = 4000
/** Consents that a sample holds, where there are as many. */
export const sample_size = 20
/** Within so many days a gap that a sample audit found is to be seen to. */
export const audit_action_days = 28
export const inspection_pack_days = 30

/** Ours: what came of treatments. */
export const outcome_note_length_max = 1000
/** Treatments due to be followed up that are listed. */
export const outcomes_listed_max = 50

/** Ours: files are scanned while somebody waits for at most so long, all of a request together; a kept one alone. */
export const file_scan_seconds_max = 20
export const stored_file_scan_seconds_max = 120
/** Stored files are scanned again with newer signatures after so many days, at most so many of a practice at a time. */
export const file_rescan_days = 30
export const stored_file_scans_max = 50
/** Signatures older than this find what everybody knows already. */
export const scanner_signature_days_max = 7
