CREATE TABLE "authority_decisions" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"nation" text NOT NULL,
	"age_group" text NOT NULL,
	"answers" jsonb NOT NULL,
	"registered_on" date,
	"rule" text NOT NULL,
	"outcome" text NOT NULL,
	"kind" text NOT NULL,
	"form" text NOT NULL,
	"signers" jsonb NOT NULL,
	"title" text NOT NULL,
	"why" text NOT NULL,
	"sources" jsonb NOT NULL,
	"person" jsonb,
	"seen" text NOT NULL,
	"reason" text NOT NULL,
	"asked" jsonb NOT NULL,
	"staff_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"gdc_number" text,
	"hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "authority_decisions_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "authority_decisions_kind" CHECK (kind in ('signs', 'not-this-person', 'stop')),
	CONSTRAINT "authority_decisions_signers" CHECK ((kind = 'signs') = (jsonb_array_length(signers) > 0))
);
--> statement-breakpoint
ALTER TABLE "authority_decisions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "signatures" DROP CONSTRAINT "signatures_role";--> statement-breakpoint
ALTER TABLE "consent_attestations" ALTER COLUMN "staff_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "consent_attestations" ADD COLUMN "mark" jsonb;--> statement-breakpoint
ALTER TABLE "consent_attestations" ADD COLUMN "mark_hash" text;--> statement-breakpoint
ALTER TABLE "consent_attestations" ADD COLUMN "content_hash" text;--> statement-breakpoint
ALTER TABLE "signatures" ADD COLUMN "help" jsonb;--> statement-breakpoint
ALTER TABLE "authority_decisions" ADD CONSTRAINT "authority_decisions_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authority_decisions" ADD CONSTRAINT "authority_decisions_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "authority_decisions_number" ON "authority_decisions" USING btree ("clinic_id","consent_id","number");--> statement-breakpoint
ALTER TABLE "consent_attestations" ADD CONSTRAINT "consent_attestations_way" CHECK (num_nulls(mark, mark_hash, content_hash) = case when staff_id is null then 0 else 3 end);--> statement-breakpoint
ALTER TABLE "signatures" ADD CONSTRAINT "signatures_role" CHECK (signer_role in ('patient', 'parent', 'attorney', 'deputy', 'guardian'));--> statement-breakpoint
CREATE POLICY "clinic" ON "authority_decisions" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient" ON "authority_decisions" AS PERMISSIVE FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));