//! Encryption and credentials against a real broker: what the environment says is used, from both
//! sides of a job, and what is wrong is refused with a sentence.
#![cfg(unix)]
#![allow(clippy::print_stdout)]

mod common;

use alinea_fleet::{Access, FleetError, list};
use alinea_jobs::Folder;
use common::{Broker, Scratch, Start, journal, nats_server, plan, role as play_role, run_here};
use data_encoding::BASE64URL_NOPAD;
use nkeys::KeyPair;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn role() {
    play_role();
}

/// An authority of our own, with a certificate for the broker and one for us.
struct Certificates {
    authority: PathBuf,
    broker: (PathBuf, PathBuf),
    ours: (PathBuf, PathBuf),
}

/// `None` after saying that the test is skipped, where there is no openssl.
fn certificates(dir: &Path) -> Option<Certificates> {
    if Command::new("openssl").arg("version").output().is_err() {
        println!("SKIPPED: encryption of the fleet (install openssl)");
        return None;
    }
    let openssl = |args: &str| {
        let output = Command::new("openssl").args(args.split(' ')).current_dir(dir).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
    openssl(&format!("req -x509 {key} -keyout ca.key -out ca.pem -days 2 -subj /CN=trial"));
    fs::write(dir.join("names"), "subjectAltName=IP:127.0.0.1,DNS:localhost\n").unwrap();
    for name in ["broker", "ours"] {
        openssl(&format!("req {key} -keyout {name}.key -out {name}.csr -subj /CN={name}"));
        openssl(&format!(
            "x509 -req -in {name}.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out {name}.pem -days 2 -extfile names"
        ));
    }
    let pair = |name: &str| (dir.join(format!("{name}.pem")), dir.join(format!("{name}.key")));
    Some(Certificates { authority: dir.join("ca.pem"), broker: pair("broker"), ours: pair("ours") })
}

impl Certificates {
    /// The part of a broker's configuration that insists on encryption.
    fn configuration(&self, clients: Clients) -> String {
        let verify = match clients {
            Clients::NeedCertificate => "verify: true",
            Clients::Any => "",
        };
        format!(
            "tls {{ cert_file: {:?}\n key_file: {:?}\n ca_file: {:?}\n {verify} }}\n",
            self.broker.0, self.broker.1, self.authority
        )
    }
}

enum Clients {
    Any,
    NeedCertificate,
}

fn broker(scratch: &Scratch, configuration: &str) -> Option<Broker> {
    let program = nats_server()?;
    let file = scratch.0.join("broker.conf");
    fs::write(&file, configuration).unwrap();
    let file = file.display().to_string();
    Some(Broker::start(program, scratch.0.join("store"), &["--config", &file]))
}

/// A job from plan to journal by a coordinator and a worker that know only their environment.
fn a_job_runs(scratch: &Scratch, url: &str, env: &[(&str, String)]) {
    let plan = plan(60, 20, None);
    let expected = run_here(&scratch.0.join("here"), &plan);
    let (dir, cache) = (scratch.0.join("job"), scratch.0.join("cache"));
    drop(Folder::create(&dir, plan, &[]).unwrap());
    let start = |role, folder: &Path, log: &Path| {
        Start { role, url, folder, fault: "", env, threads: 1, blocks: None, log }.start()
    };
    let logs = (scratch.0.join("worker.log"), scratch.0.join("coordinator.log"));
    let _worker = start("worker", &cache, &logs.0);
    let mut coordinator = start("coordinator", &dir, &logs.1);
    let status = coordinator.0.wait().unwrap();
    let said = fs::read_to_string(&logs.1).unwrap_or_default();
    assert!(status.success(), "{said}");
    assert_eq!(journal(&dir), expected, "{said}");
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

#[test]
fn a_password_over_an_encrypted_line() {
    let scratch = Scratch::new();
    let Some(certificates) = certificates(&scratch.0) else { return };
    let users = "authorization { user: fleet, password: \"pass word\" }\n";
    let configuration = format!("{users}{}", certificates.configuration(Clients::Any));
    let Some(broker) = broker(&scratch, &configuration) else { return };
    let url = broker.url().replace("nats://", "tls://");
    let user = |password: &str| Some(("fleet".to_owned(), password.to_owned()));
    let access = Access {
        url: url.clone(),
        user: user("pass word"),
        authority: Some(certificates.authority.clone()),
        ..Access::default()
    };
    assert!(list(&access).unwrap().jobs.is_empty());
    for user in [user("guess"), None] {
        let error = list(&Access { user, ..access.clone() }).unwrap_err();
        assert!(matches!(error, FleetError::Credentials(_)), "{error}");
        assert!(error.to_string().contains("refuses these credentials"), "{error}");
    }
    // A broker that nobody vouches for is not believed, and not told the password.
    let error = list(&Access { authority: None, ..access.clone() }).unwrap_err();
    assert!(matches!(error, FleetError::NoTrust(..)), "{error}");
    assert!(error.to_string().contains("ALINEA_NATS_CA"), "{error}");
    let nowhere = Some(scratch.0.join("no.pem"));
    let error = list(&Access { authority: nowhere, ..access }).unwrap_err().to_string();
    assert!(error.contains("no.pem: "), "{error}");
    let env = [
        ("ALINEA_NATS_USER", "fleet".to_owned()),
        ("ALINEA_NATS_PASSWORD", "pass word".to_owned()),
        ("ALINEA_NATS_CA", text(&certificates.authority)),
    ];
    a_job_runs(&scratch, &url, &env);
}

#[test]
fn a_certificate_of_our_own_and_a_token() {
    let scratch = Scratch::new();
    let Some(certificates) = certificates(&scratch.0) else { return };
    let token = "authorization { token: \"s3cret\" }\n";
    let configuration = format!("{token}{}", certificates.configuration(Clients::NeedCertificate));
    let Some(broker) = broker(&scratch, &configuration) else { return };
    let access = Access {
        url: broker.url(),
        token: Some("s3cret".to_owned()),
        authority: Some(certificates.authority.clone()),
        certificate: Some(certificates.ours.clone()),
        ..Access::default()
    };
    assert!(list(&access).unwrap().jobs.is_empty());
    assert!(list(&Access { certificate: None, ..access.clone() }).is_err());
    let nowhere = Some((certificates.ours.0.clone(), scratch.0.join("no.key")));
    let error = list(&Access { certificate: nowhere, ..access }).unwrap_err().to_string();
    assert!(error.contains("no.key: "), "{error}");
    let env = [
        ("ALINEA_NATS_TOKEN", "s3cret".to_owned()),
        ("ALINEA_NATS_CA", text(&certificates.authority)),
        ("ALINEA_NATS_CERT", text(&certificates.ours.0)),
        ("ALINEA_NATS_KEY", text(&certificates.ours.1)),
    ];
    a_job_runs(&scratch, &broker.url(), &env);
}

/// A statement signed by a key, as brokers with operators and accounts want them.
fn signed(issuer: &KeyPair, subject: &KeyPair, name: &str, claims: Value) -> String {
    let encode = |value: &Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
    let head = encode(&json!({ "typ": "JWT", "alg": "ed25519-nkey" }));
    let body = encode(&json!({
        "jti": name, "iat": 1_700_000_000, "name": name, "nats": claims,
        "iss": issuer.public_key(), "sub": subject.public_key(),
    }));
    let text = format!("{head}.{body}");
    let signature = issuer.sign(text.as_bytes()).unwrap();
    format!("{text}.{}", BASE64URL_NOPAD.encode(&signature))
}

/// The file that `nsc` writes for a user.
fn credentials(statement: &str, user: &KeyPair) -> String {
    format!(
        "-----BEGIN NATS USER JWT-----\n{statement}\n------END NATS USER JWT------\n\n\
         -----BEGIN USER NKEY SEED-----\n{}\n------END USER NKEY SEED------\n",
        user.seed().unwrap()
    )
}

#[test]
fn a_file_of_credentials() {
    let scratch = Scratch::new();
    let (operator, account) = (KeyPair::new_operator(), KeyPair::new_account());
    let (user, stranger) = (KeyPair::new_user(), KeyPair::new_account());
    // Brokers with operators and JetStream want an account for themselves.
    let system = KeyPair::new_account();
    let operator_says = signed(
        &operator,
        &operator,
        "trial",
        json!({ "type": "operator", "version": 2, "system_account": system.public_key() }),
    );
    let mut limits = json!({
        "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": true,
        "conn": -1, "leaf": -1,
    });
    let claims = json!({ "type": "account", "version": 2, "limits": limits });
    let system_says = signed(&operator, &system, "system", claims);
    for stored in ["mem_storage", "disk_storage", "streams", "consumer"] {
        limits[stored] = json!(-1);
    }
    let claims = json!({ "type": "account", "version": 2, "limits": limits });
    let account_says = signed(&operator, &account, "fleet", claims);
    let claims = json!({ "type": "user", "version": 2, "subs": -1, "data": -1, "payload": -1 });
    let user_says = signed(&account, &user, "worker", claims.clone());
    let configuration = format!(
        "operator: {operator_says}\nresolver: MEMORY\nresolver_preload: {{ {}: {account_says}\n {}: {system_says} }}\n",
        account.public_key(),
        system.public_key()
    );
    let Some(broker) = broker(&scratch, &configuration) else { return };
    let write = |name: &str, text: String| {
        let path = scratch.0.join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let good = write("good.creds", credentials(&user_says, &user));
    let unknown = signed(&stranger, &user, "worker", claims);
    let unknown = write("unknown.creds", credentials(&unknown, &user));
    let access = |file: &Path| Access {
        url: broker.url(),
        credentials: Some(file.to_owned()),
        ..Access::default()
    };
    assert!(list(&access(&good)).unwrap().jobs.is_empty());
    let error = list(&access(&unknown)).unwrap_err();
    assert!(matches!(error, FleetError::Credentials(_)), "{error}");
    let empty = write("empty.creds", "nothing\n".to_owned());
    let error = list(&access(&empty)).unwrap_err().to_string();
    assert!(error.contains("empty.creds: "), "{error}");
    a_job_runs(&scratch, &broker.url(), &[("ALINEA_NATS_CREDS", text(&good))]);
}
