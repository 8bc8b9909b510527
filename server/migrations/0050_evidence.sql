CREATE TABLE "chain_digests" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"number" integer NOT NULL,
	"day" date NOT NULL,
	"from_at" timestamp with time zone,
	"until_at" timestamp with time zone NOT NULL,
	"body" text NOT NULL,
	"heads" jsonb NOT NULL,
	"hash" text NOT NULL,
	"previous_hash" text NOT NULL,
	"signature" text NOT NULL,
	"sealing_key_id" uuid NOT NULL,
	"time_stamp" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "chain_digests_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "chain_digests_number" UNIQUE("clinic_id","number"),
	CONSTRAINT "chain_digests_day" UNIQUE("clinic_id","day")
);
--> statement-breakpoint
ALTER TABLE "chain_digests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "chain_digests" ADD CONSTRAINT "chain_digests_sealing_key_id_sealing_keys_id_fk" FOREIGN KEY ("sealing_key_id") REFERENCES "public"."sealing_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_digests" ADD CONSTRAINT "chain_digests_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "clinic" ON "chain_digests" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "job" ON "chain_digests" AS PERMISSIVE FOR SELECT TO "candour_job" USING (true);