CREATE TABLE "link_codes" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"link_id" uuid NOT NULL,
	"consent_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"hash_of_code" text,
	"failed_attempts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "link_codes_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);
--> statement-breakpoint
ALTER TABLE "link_codes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "supporter_openings" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"supporter_id" uuid NOT NULL,
	"consent_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "supporter_openings_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);
--> statement-breakpoint
ALTER TABLE "supporter_openings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "supporters" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"name" text NOT NULL,
	"relation" text NOT NULL,
	"by" text NOT NULL,
	"contact" text NOT NULL,
	"token_hash" text NOT NULL,
	"message_id" uuid,
	"failed_attempts" integer DEFAULT 0 NOT NULL,
	"locked_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "supporters_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "supporters_by" CHECK (by in ('email', 'sms', 'own')),
	CONSTRAINT "supporters_contact" CHECK ((by = 'own') = (contact = '')),
	CONSTRAINT "supporters_time" CHECK (expires_at <= created_at + interval '14 days')
);
--> statement-breakpoint
ALTER TABLE "supporters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "without_code" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "link_codes" ADD CONSTRAINT "link_codes_clinic_id_link_id_links_clinic_id_id_fk" FOREIGN KEY ("clinic_id","link_id") REFERENCES "public"."links"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_codes" ADD CONSTRAINT "link_codes_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_codes" ADD CONSTRAINT "link_codes_clinic_id_message_id_messages_clinic_id_id_fk" FOREIGN KEY ("clinic_id","message_id") REFERENCES "public"."messages"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supporter_openings" ADD CONSTRAINT "supporter_openings_clinic_id_supporter_id_supporters_clinic_id_id_fk" FOREIGN KEY ("clinic_id","supporter_id") REFERENCES "public"."supporters"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supporter_openings" ADD CONSTRAINT "supporter_openings_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supporters" ADD CONSTRAINT "supporters_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supporters" ADD CONSTRAINT "supporters_clinic_id_message_id_messages_clinic_id_id_fk" FOREIGN KEY ("clinic_id","message_id") REFERENCES "public"."messages"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "link_codes_message" ON "link_codes" USING btree ("clinic_id","message_id");--> statement-breakpoint
CREATE INDEX "link_codes_of_link" ON "link_codes" USING btree ("clinic_id","link_id");--> statement-breakpoint
CREATE INDEX "link_codes_of_consent" ON "link_codes" USING btree ("clinic_id","consent_id");--> statement-breakpoint
CREATE INDEX "supporter_openings_token" ON "supporter_openings" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "supporter_openings_of" ON "supporter_openings" USING btree ("clinic_id","supporter_id");--> statement-breakpoint
CREATE INDEX "supporter_openings_of_consent" ON "supporter_openings" USING btree ("clinic_id","consent_id");--> statement-breakpoint
CREATE INDEX "supporters_token" ON "supporters" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "supporters_of_consent" ON "supporters" USING btree ("clinic_id","consent_id");--> statement-breakpoint
CREATE INDEX "supporters_message" ON "supporters" USING btree ("clinic_id","message_id");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK (kind in ('consent-link', 'new-link', 'signed-copy', 'invitation', 'patient-home', 'template-review', 'webhook-disabled', 'reminder', 'letter', 'question-answered', 'link-code', 'question-notice', 'supporter-link'));--> statement-breakpoint
CREATE POLICY "clinic" ON "link_codes" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient" ON "link_codes" AS PERMISSIVE FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint
CREATE POLICY "clinic" ON "supporter_openings" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient" ON "supporter_openings" AS PERMISSIVE FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint
CREATE POLICY "opener" ON "supporter_openings" AS PERMISSIVE FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint
CREATE POLICY "clinic" ON "supporters" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient" ON "supporters" AS PERMISSIVE FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint
CREATE POLICY "opener" ON "supporters" AS PERMISSIVE FOR SELECT TO "candour_opener" USING (true);