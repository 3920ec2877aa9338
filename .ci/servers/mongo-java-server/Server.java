// mongo-java-server in memory as a test server: Server PORT (0 picks one). Prints its connection string once it listens.
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.net.InetSocketAddress;
import java.util.List;

class Server {
    /** What it calls 5.0 has wire version 8, below what today's drivers accept, though it speaks all they ask of 4.4. */
    private static final MongoVersion VERSION = new MongoVersion() {
        @Override
        public List<Integer> getVersionArray() {
            return List.of(4, 4, 0);
        }

        @Override
        public int getWireVersion() {
            return 9;
        }
    };

    public static void main(String[] arguments) {
        MongoServer server = new MongoServer(new MemoryBackend().version(VERSION));
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
        server.bind("127.0.0.1", Integer.parseInt(arguments[0]));
        InetSocketAddress address = server.getLocalAddress();
        System.out.println("mongodb://127.0.0.1:" + address.getPort() + "/reconciliation");
    }
}
