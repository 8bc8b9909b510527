CREATE TABLE "api_keys" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"scopes" jsonb NOT NULL,
	"token_hash" text NOT NULL,
	"hint" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "api_keys_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"clinic_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"status_code" integer,
	"duration_ms" integer NOT NULL,
	"failure" text,
	CONSTRAINT "webhook_attempts_clinic_id_delivery_id_number_pk" PRIMARY KEY("clinic_id","delivery_id","number")
);
--> statement-breakpoint
ALTER TABLE "webhook_attempts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"webhook_id" uuid NOT NULL,
	"consent_id" uuid NOT NULL,
	"event_number" integer NOT NULL,
	"event" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"give_up_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhook_deliveries_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "webhook_deliveries_status" CHECK (status in ('queued', 'delivered', 'failed')),
	CONSTRAINT "webhook_deliveries_next" CHECK ((status = 'queued') = (next_attempt_at is not null))
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhooks" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"events" jsonb NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_secret_until" timestamp with time zone,
	"status" text DEFAULT 'active' NOT NULL,
	"disabled_because" text,
	"disabled_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhooks_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "webhooks_status" CHECK (status in ('active', 'disabled', 'removed')),
	CONSTRAINT "webhooks_disabled" CHECK ((status = 'disabled') = (disabled_because is not null) and disabled_because in ('failures', 'staff')),
	CONSTRAINT "webhooks_https" CHECK (url like 'https://%')
);
--> statement-breakpoint
ALTER TABLE "webhooks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "write_backs" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"failure" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"placing_attempt" integer,
	"next_attempt_at" timestamp with time zone,
	"give_up_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone,
	CONSTRAINT "write_backs_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "write_backs_status" CHECK (status in ('queued', 'placing', 'delivered', 'failed')),
	CONSTRAINT "write_backs_placing" CHECK ((status <> 'placing' or placing_attempt is not null) and (status <> 'queued' or placing_attempt is null)),
	CONSTRAINT "write_backs_next" CHECK ((status in ('queued', 'placing')) = (next_attempt_at is not null)),
	CONSTRAINT "write_backs_delivered" CHECK ((status = 'delivered') = (delivered_at is not null))
);
--> statement-breakpoint
ALTER TABLE "write_backs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_clinic_id_created_by_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","created_by") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_clinic_id_delivery_id_webhook_deliveries_clinic_id_id_fk" FOREIGN KEY ("clinic_id","delivery_id") REFERENCES "public"."webhook_deliveries"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_clinic_id_webhook_id_webhooks_clinic_id_id_fk" FOREIGN KEY ("clinic_id","webhook_id") REFERENCES "public"."webhooks"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_clinic_id_created_by_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","created_by") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "write_backs" ADD CONSTRAINT "write_backs_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "write_backs" ADD CONSTRAINT "write_backs_clinic_id_document_id_document_versions_clinic_id_id_fk" FOREIGN KEY ("clinic_id","document_id") REFERENCES "public"."document_versions"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_token" ON "api_keys" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_once" ON "webhook_deliveries" USING btree ("clinic_id","webhook_id","consent_id","event_number");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_newest" ON "webhook_deliveries" USING btree ("clinic_id","webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("next_attempt_at") WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "write_backs_once" ON "write_backs" USING btree ("clinic_id","document_id");--> statement-breakpoint
CREATE UNIQUE INDEX "write_backs_name" ON "write_backs" USING btree ("clinic_id","file_name");--> statement-breakpoint
CREATE INDEX "write_backs_newest" ON "write_backs" USING btree ("clinic_id","created_at","id");--> statement-breakpoint
CREATE INDEX "write_backs_due" ON "write_backs" USING btree ("next_attempt_at") WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX "document_versions_by_time" ON "document_versions" USING btree ("clinic_id","created_at","id");--> statement-breakpoint
CREATE POLICY "clinic" ON "api_keys" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "opener" ON "api_keys" AS PERMISSIVE FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint
CREATE POLICY "use" ON "api_keys" AS PERMISSIVE FOR UPDATE TO "candour_opener" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "clinic" ON "webhook_attempts" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "webhook_deliveries" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "job" ON "webhook_deliveries" AS PERMISSIVE FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint
CREATE POLICY "clinic" ON "webhooks" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "write_backs" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "job" ON "write_backs" AS PERMISSIVE FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint
ALTER POLICY "clinic" ON "template_adoptions" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "cleanups" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "clinic_logos" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "clinics" TO candour_clinic,candour_integration USING (id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "consent_attestations" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "consent_discussions" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "consent_events" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "consent_items" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "consents" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "countersignatures" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "document_versions" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "histories" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "history_entries" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "history_reviews" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "message_news" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "message_texts" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "messages" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "home_links" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "home_sessions" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "patient_import_rows" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "patient_imports" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "patient_keys" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "patient_merges" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "patient_notes" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "patients" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "access_requests" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "legal_holds" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "record_files" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "reminder_plans" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "reminder_policies" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "reminders" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "links" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "patient_sessions" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "signatures" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "staff" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "tasks" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "idempotency_keys" TO candour_clinic,candour_integration USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);